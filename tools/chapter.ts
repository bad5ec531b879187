/** The chapter on adding a kind: a script that a test follows. */

/** A block of the chapter: commands, a file, or a change of one. */
export interface Block {
  readonly kind: "commands" | "file" | "change";
  /** The path of the file, or the commands. */
  readonly title: string;
  readonly text: string;
}

/** The blocks of a chapter in their order. `sh shown` blocks are not run: they need a network, or a terminal. */
export function blocksOf(chapter: string): Block[] {
  const blocks = chapter.matchAll(/^(`{3,})(\w+)(?: (\w+))?(?: \[(\S+)\])?\n([\s\S]*?)^\1$/gm);
  return [...blocks].flatMap(([, , language, mode, path, text = ""]): Block[] => {
    if (mode === "shown") return [];
    if (language === "sh") return [{ kind: "commands", title: text, text }];
    if (path === undefined) return [];
    return [{ kind: language === "diff" ? "change" : "file", title: path, text }];
  });
}

/** An example of the chapter. */
export interface ChapterSection {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The files that it adds or changes by hand, in this order. */
  readonly files: readonly string[];
}

/** The sections that add a kind: those with a file of `provider/kinds`. */
export function sectionsOf(chapter: string): readonly ChapterSection[] {
  return chapter.split(/^(?=## )/m).flatMap((section) => {
    const blocks = blocksOf(section);
    const files = [...new Set(blocks.flatMap(({ kind, title }) => (kind === "commands" ? [] : [title])))];
    const [, title = ""] = /^## (.+)/.exec(section) ?? [];
    return files.some((file) => file.startsWith("provider/kinds/")) ? [{ title, blocks, files }] : [];
  });
}
