/** Something that keeps the quickstart from going on, and what to do about it. */
export class QuickstartProblem extends Error {
  override readonly name = "QuickstartProblem";

  constructor(what: string, whatToDo: string) {
    super(`${what}\n${whatToDo}`);
  }
}
