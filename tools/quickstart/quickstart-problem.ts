/** A problem that stops the quickstart, and what to do about it. */
export class QuickstartProblem extends Error {
  override readonly name = "QuickstartProblem";

  constructor(what: string, whatToDo: string) {
    super(`${what}\n${whatToDo}`);
  }
}
