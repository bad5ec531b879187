/** The files of the core, as ARCHITECTURE.md lists them: a row for each room. */
export function coreFiles(page: string): readonly string[] {
  const [section = ""] = page.slice(page.indexOf("## The core")).split("\n## ", 1);
  return [...section.matchAll(/^\| `(\w+)\/` \| (.+) \|$/gm)].flatMap(([, room, files = ""]) =>
    [...files.matchAll(/`([\w.]+)`/g)].map(([, file]) => `provider/${room}/${file}`),
  );
}
