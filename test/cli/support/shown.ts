/** What commands print, as pages of the documentation show it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { isRecording } from "../../support/recording.js";

const environment = "7f0c2a4e-1d53-4b8a-9c66-2f1f0a7d9b31";
const service = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

/**
 * Compares the block of a page that begins with a command with what the command prints. With RECORD=1, writes it.
 * @param environmentId shown as another ID; so are all others, and times, which differ in each run
 */
export function expectShown(
  page: string,
  command: readonly string[],
  printed: string,
  environmentId: string | undefined,
): void {
  const file = join(__dirname, "../../../docs", page);
  const text = readFileSync(file, "utf8");
  const [shown] = new RegExp(`^\`\`\`text\n\\$ npx app-platform ${command[0]}\\b[^]*?^\`\`\`$`, "m").exec(text) ?? [];
  if (shown === undefined) throw new Error(`docs/${page} must have a block that begins with the command ${command[0]}`);
  const run = `$ npx app-platform ${command.join(" ")}\n${printed.trimEnd()}`;
  const block = `\`\`\`text\n${environmentId === undefined ? run : withExamples(run, environmentId)}\n\`\`\``;
  if (isRecording)
    writeFileSync(
      file,
      text.replace(shown, () => block),
    );
  else expect(block).toBe(shown);
}

const withExamples = (text: string, environmentId: string) =>
  text
    .replaceAll(environmentId, environment)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (id === environment ? id : service))
    .replace(/(now|\d+ seconds? ago)/g, "2 minutes ago")
    .replace(/\(\d+ s\)/g, "(4 s)");
