/** A Markdown page as a script: which of its fenced blocks are commands, files, changes of files, and recorded output. */

/** A place in the page, as indexes of lines. `end` is the line after the last one. */
interface Lines {
  readonly start: number;
  readonly end: number;
}

export interface CommandStep {
  readonly type: "command";
  readonly line: number;
  readonly commands: string;
  /** `fails`: the exit code must not be 0. `background`: runs until the end of the page, as in a second terminal. */
  readonly mode: "succeeds" | "fails" | "background";
  /** The block right below that shows the output; undefined if the page does not show it. */
  readonly output: (Lines & { readonly text: string }) | undefined;
}

export interface FileStep {
  readonly type: "file" | "change";
  readonly line: number;
  readonly path: string;
  readonly text: string;
}

export type Step = CommandStep | FileStep;

interface Fence {
  readonly line: number;
  readonly language: string;
  /** The words after the language, without the title. */
  readonly words: readonly string[];
  /** The first word of the title: `index.js` of ```` ```js [index.js (CommonJS)] ````. */
  readonly path: string | undefined;
  readonly content: Lines;
  readonly text: string;
  /** Counts the tabs of a code group from 0; undefined outside of one. */
  readonly tab: number | undefined;
}

function fencesOf(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  let tab: number | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "::: code-group") tab = 0;
    else if (line === ":::") tab = undefined;
    const [, language, info] = /^```(\w+)(.*)$/.exec(line) ?? [];
    if (language === undefined || info === undefined) continue;
    const end = lines.indexOf("```", at + 1);
    if (end === -1) throw new Error(`The code block in line ${at + 1} must end with \`\`\`.`);
    const path = /\[(\S+).*\]/.exec(info)?.[1];
    const words = info
      .replace(/\[.+\]/, "")
      .split(/\s+/)
      .filter(Boolean);
    const content = { start: at + 1, end };
    fences.push({ line: at + 1, language, words, path, content, text: textOf(lines, content), tab });
    if (tab !== undefined) tab += 1;
    at = end;
  }
  return fences;
}

const textOf = (lines: readonly string[], { start, end }: Lines) =>
  lines
    .slice(start, end)
    .map((line) => `${line}\n`)
    .join("");

const MODES: readonly string[] = ["fails", "background"] satisfies CommandStep["mode"][];

function commandStep(fence: Fence, next: Fence | undefined): CommandStep {
  const [word, ...more] = fence.words;
  if (more.length > 0 || (word !== undefined && !MODES.includes(word)))
    throw new Error(
      `A block of commands must be \`sh\` with nothing, shown, ${MODES.join(" or ")} after it; got "sh ${fence.words.join(" ")}" in line ${fence.line}.`,
    );
  // Only a block right below, with one empty line between them, is the output.
  const isOutput = next?.language === "text" && next.content.start <= fence.content.end + 3;
  return {
    type: "command",
    line: fence.line,
    commands: fence.text,
    mode: (word ?? "succeeds") as CommandStep["mode"],
    output: isOutput ? { ...next.content, text: next.text } : undefined,
  };
}

/** The tab of a code group that a reader of this variant follows: a group with fewer tabs has one for all of them. */
function isFollowed(fence: Fence, fences: readonly Fence[], variant: number): boolean {
  if (fence.tab === undefined) return true;
  const first = fences.indexOf(fence) - fence.tab;
  const ofGroup = fences.slice(first).findIndex(({ tab }, index) => index > 0 && tab !== index);
  const tabs = ofGroup === -1 ? fences.length - first : ofGroup;
  return fence.tab === (variant < tabs ? variant : 0);
}

/**
 * The steps of a page, in order.
 * @param variant the tab that is followed in code groups, counted from 0
 */
export function stepsOf(page: string, variant = 0): Step[] {
  const fences = fencesOf(page.split("\n"));
  return fences.flatMap((fence, index): Step[] => {
    const { language, words, path, line, text } = fence;
    if (words.includes("shown") || !isFollowed(fence, fences, variant)) return [];
    if (language === "sh") return [commandStep(fence, fences[index + 1])];
    if (path === undefined) return [];
    return [{ type: language === "diff" ? "change" : "file", line, path, text }];
  });
}

/** The page with other output below its commands. */
export function withOutputs(page: string, outputs: ReadonlyMap<CommandStep, string>): string {
  const lines = page.split("\n");
  // From the last to the first, so that the places of the others stay right.
  const recorded = [...outputs].sort(([a], [b]) => b.line - a.line);
  for (const [{ output }, text] of recorded) {
    if (output !== undefined) lines.splice(output.start, output.end - output.start, ...text.split("\n").slice(0, -1));
  }
  return lines.join("\n");
}
