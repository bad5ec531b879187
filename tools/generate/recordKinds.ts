import { readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "../../backend/src/resources/records");

/** Every kind of record of the local platform: a file of the folder exports its kind, or several, under its own name. */
export function recordKindsFile(): readonly [path: string, text: string] {
  const files = readdirSync(folder)
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
  const names = files.map(exportOf);
  const imports = files.map((file, index) => `import { ${names[index]} } from "../resources/records/${file}.js";\n`);
  const text = `// Generated from the files in backend/src/resources/records by \`npm run generate\`. Do not edit.

import type { AnyRecordKind } from "../resources/record.js";
${imports.join("")}
export const recordKinds: readonly AnyRecordKind[] = [${names.join(", ")}].flat();
`;
  return ["backend/src/generated/record-kinds.ts", text];
}

/** `gitToken` for `git-token`. */
function exportOf(file: string): string {
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
