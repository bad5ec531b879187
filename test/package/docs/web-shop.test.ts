/** The README of the example web-shop is its own script: a reader who follows it in a copy of the folder gets to the shop's URL. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expected, lines, readReadme, record, result, section } from "../../cli/support/examples/readme.js";
import { EXAMPLES } from "../../cli/support/examples/table.js";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { isRecording } from "../../support/recording.js";
import { unpackInto } from "../support/packed.js";
import { installable, quick, readerEnvironment } from "./replay.js";
import { openTerminal } from "./terminal.js";

/** The short form leaves installing with npm to `install.test.ts`. */
const isInstalled = !isFull && !isRecording;
const example = { title: "web-shop", folder: "web-shop", creates: [] };
const readme = readReadme(example);

/** The commands of a section, without their comments. */
function commandsIn(heading: string): string[] {
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(section(readme, heading)) ?? [];
  return block
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ +#.*$/, ""));
}

const home = openedFolder("web-shop");
let terminal: ReturnType<typeof openTerminal>;
/** What the reader's platform has in place of what the README shows. */
let platform: { readonly address: string; readonly token: string };

beforeAll(async () => {
  await cp(join(EXAMPLES, example.folder), home, { recursive: true, filter: (path) => !path.includes("node_modules") });
  if (isInstalled) await unpackInto(home);
  const packages = await installable();
  const file = join(home, "package.json");
  const manifest = (await readFile(file, "utf8"))
    .replace(/"([\w-]+)": "\^0\.1\.0"/g, (_, name: string) => `"${name}": "file:${packages.get(name)}"`)
    .replace("--speed 10", "--speed 100 --port 0");
  await writeFile(file, manifest);
  const own = { PULUMI_BACKEND_URL: `file://${home}`, PULUMI_CONFIG_PASSPHRASE: "", ...quick };
  // The reader says yes, and the README shows the run without its preview, as in a pipeline.
  terminal = openTerminal(home, {
    ...(await readerEnvironment(home)),
    ...own,
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_OPTION_SKIP_PREVIEW: "true",
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    PULUMI_OPTION_COLOR: "never",
  });
});
afterAll(() => terminal.close());

/** Runs a command as the README has it. @returns what it prints */
async function run(command: string): Promise<string> {
  if (isInstalled && command === "npm install") return "";
  if (command === "npm run platform") {
    const output = await terminal.start(command);
    const [address = "", token = ""] = [/127\.0\.0\.1:\d+/, /\beyJ[\w-]+\.[\w-]+\.[\w-]+/].map(
      (each) => each.exec(output)?.[0],
    );
    platform = { address, token };
    return output;
  }
  const here = command
    .replace("127.0.0.1:4310", () => platform.address)
    .replace("TOKEN=…", () => `TOKEN=${platform.token}`);
  const { code, output } = await terminal.run(here);
  expect(code, `${here}\n${output}`).toBe(0);
  return output;
}

/** Compares a run with what the README says, or records it. */
function expectShown(heading: string, output: string): void {
  if (isRecording) record(example, heading, "web-shop-dev", output);
  else expect(lines(result(output))).toEqual(lines(expected(example, heading, "web-shop-dev") ?? ""));
}

test("web-shop README: seven commands deploy a copy, release another commit and remove everything", async () => {
  const commands = commandsIn("Run it");
  expect(commands).toHaveLength(7);
  const outputs: string[] = [];
  for (const command of commands) outputs.push(await run(command));
  const [up = "", url = ""] = outputs.slice(-2);
  expect(url).toMatch(/^https:\/\/\S+\n$/);
  expectShown("Expected output", up);

  const [change = "", again = ""] = commandsIn("Change it");
  await run(change);
  expectShown("Change it", await run(again));

  const [destroy = "", remove = ""] = commandsIn("Clean up");
  await run(destroy);
  await run(remove);
  const response = await fetch(`http://${platform.address}/organization/5c0e2a1d-6b1f-4d2e-9a57-0c5d1f3b7e01/project`, {
    headers: { authorization: `Bearer ${platform.token}` },
  });
  const { results } = (await response.json()) as { results: { name: string }[] };
  expect(results.map(({ name }) => name)).toEqual(["main"]);
});
