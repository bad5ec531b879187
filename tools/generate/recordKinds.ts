import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type AnyRecordKind, servedIn } from "../../backend/src/resources/record.js";
import { allPath } from "../../backend/src/routes/records.js";

const folder = join(__dirname, "../../backend/src/resources/records");

/** The files of kinds, without their extension. */
const files = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

/** Every kind of record of the local platform: a file exports its kind, or several, under its own name. */
export function recordKindsFile(): readonly [path: string, text: string] {
  const imports = files.map((file) => `import { ${exportOf(file)} } from "../resources/records/${file}.js";\n`);
  const text = `// Generated from the files in backend/src/resources/records by \`npm run generate\`. Do not edit.

import type { AnyRecordKind } from "../resources/record.js";
${imports.join("")}
export const recordKinds: readonly AnyRecordKind[] = [${files.map(exportOf).join(", ")}].flat();
`;
  return ["backend/src/generated/record-kinds.ts", text];
}

/** The paths of the kinds that are served as their files say, with what they are. */
export function recordsTable(): string {
  const paths = new Map<string, string[]>();
  for (const kind of files.flatMap(kindsIn)) {
    const parent = servedIn(kind);
    if (parent === undefined) continue;
    const what = about(kind);
    const path = allPath(parent, kind).replace(`{${parent}Id}`, "{id}");
    paths.set(what, [...(paths.get(what) ?? []), `\`${path}\``]);
  }
  const rows = [...paths].map(([what, all]) => `| ${all.join("<br>")} | ${what} |\n`);
  return `| path | |\n|---|---|\n${rows.join("")}`;
}

/** From its file: the generated list may be older. */
function kindsIn(file: string): readonly AnyRecordKind[] {
  const found = (require(join(folder, `${file}.ts`)) as Readonly<Record<string, AnyRecordKind>>)[exportOf(file)];
  if (found === undefined) throw new Error(`backend/src/resources/records/${file}.ts must export ${exportOf(file)}.`);
  return [found].flat();
}

function about({ description, calls, returnedOnce }: AnyRecordKind): string {
  const had = calls === undefined ? "" : ` It has only the calls ${Object.keys(calls).join(", ")}.`;
  const once = returnedOnce === undefined ? "" : ` Only the response to a create has \`${returnedOnce}\`.`;
  return `${description}${had}${once}`;
}

/** `gitToken` for `git-token`. */
function exportOf(file: string): string {
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
