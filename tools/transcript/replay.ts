/** Runs a page in an empty folder. */
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyChange } from "./change.js";
import { readerEnvironment } from "./environment.js";
import { createExamples, type Examples } from "./examples.js";
import { type CommandStep, type FileStep, type Step, stepsOf } from "./page.js";
import { packReplacements, type Replacements, withReplacements } from "./replacements.js";
import { openSession, type Session } from "./session.js";

export interface ReplayOptions {
  /** The tab that is followed in code groups, counted from 0. */
  readonly variant?: number;
  /** Speed of the local platform; what the page's command says if omitted. */
  readonly speed?: number;
  /** Further variables of the shell. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The port that the local platform has on the page. Replays use a free one. */
const SHOWN_PORT = 4310;
const SERVE = "app-platform-backend serve";
/** The CLI takes `--local` from the system's list of users, whatever HOME is: that would be the state of the person who runs this. */
const LOGIN = "pulumi login --local";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Reader {
  readonly session: Session;
  readonly examples: Examples;
  readonly replacements: Replacements;
  /** Commands of the page, and what runs in their place. */
  readonly commands: ReadonlyMap<string, string>;
}

/** The commands of a step, as they run here. */
function commandsOf({ commands }: CommandStep, { examples, replacements, commands: own }: Reader): string {
  const installing = withReplacements(examples.fromPage(commands), replacements);
  return [...own].reduce((text, [shown, actual]) => text.replace(shown, actual), installing);
}

/** @returns what the page shows as the output */
async function runCommands(step: CommandStep, reader: Reader): Promise<string> {
  const { session, examples } = reader;
  const commands = commandsOf(step, reader);
  if (step.mode === "background") {
    const output = await session.start(commands);
    // What the platform has from the start is the same everywhere.
    examples.keepUuids(output);
    return examples.toPage(output);
  }
  const { code, output } = await session.run(commands);
  if ((code === 0) !== (step.mode === "succeeds"))
    throw new Error(
      `The commands in line ${step.line} of the page must ${step.mode === "fails" ? "fail" : "succeed"}; the exit code is ${code}:\n${step.commands}\n${output}`,
    );
  return examples.toPage(output);
}

/** The page names files of its first variant; those of another one differ in the ending only, for example `index.js`. */
function pathOf(step: FileStep, steps: readonly Step[]): string {
  const stem = step.path.replace(/\.[^.]+$/, "");
  const written = steps.find(
    (each) => each.type === "file" && each.path.replace(/\.[^.]+$/, "") === stem && each.path !== "package.json",
  );
  return written?.type === "file" ? written.path : step.path;
}

function changeFile(step: FileStep, steps: readonly Step[], { session, examples }: Reader): void {
  const text = examples.fromPage(step.text);
  const path = step.type === "file" ? step.path : pathOf(step, steps);
  session.writeFile(path, step.type === "file" ? text : applyChange(session.readFile(path), text));
}

async function follow(steps: readonly Step[], reader: Reader): Promise<Map<CommandStep, string>> {
  const outputs = new Map<CommandStep, string>();
  for (const step of steps) {
    if (step.type === "command") outputs.set(step, await runCommands(step, reader));
    else changeFile(step, steps, reader);
  }
  return outputs;
}

/** Follows a page from an empty folder to its end. @returns the output of each block of commands, as the page shows it */
export async function replay(page: string, options: ReplayOptions = {}): Promise<Map<CommandStep, string>> {
  const home = await mkdtemp(join(tmpdir(), "transcript-"));
  const port = await freePort();
  const examples = createExamples();
  examples.add(`127.0.0.1:${SHOWN_PORT}`, `127.0.0.1:${port}`);
  examples.add("/home/you", home);
  const environment = { ...(await readerEnvironment(home)), ...options.variables };
  const session = openSession(home, environment);
  const speed = options.speed === undefined ? "" : ` --speed ${options.speed}`;
  try {
    const replacements = await packReplacements(home);
    const commands = new Map([
      [SERVE, `${SERVE} --port ${port}${speed}`],
      [LOGIN, `pulumi login "file://${home}"`],
    ]);
    return await follow(stepsOf(page, options.variant), { session, examples, replacements, commands });
  } finally {
    await session.close();
    await rm(home, { recursive: true, force: true });
  }
}
