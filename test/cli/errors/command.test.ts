import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cliErrorClasses } from "../../../tools/generate/errorsOf.js";
import { cliMessagesFile, recordedMessages } from "../../../tools/generate/measured/messages.js";
import { openedFolder } from "../../support/opened-folder.js";
import { isRecording, writeRecord } from "../../support/recording.js";
import { type CliProject, openCliProject } from "../support/project.js";
import { type RunOptions, startCli } from "../support/run.js";
import { program, startProcess } from "../support/run-process.js";

const environmentId = "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003";

/** One run of the command that ends in an error of its own. */
interface Scenario {
  readonly code: string;
  /** The condition, with the words of the page. */
  readonly when: string;
  readonly exitCode: number;
  readonly args: readonly string[];
  readonly options?: () => RunOptions;
  /** What starts it: the process is a part of the question. */
  readonly start?: typeof startCli;
  /** Sends SIGINT as soon as this file is there. */
  readonly interruptAt?: () => string;
}

const status = ["status", environmentId];
const inProject = (env: NonNullable<RunOptions["env"]>) => ({ cwd: project.folder, env });
const withoutPulumi = () => inProject({ PATH: "/usr/bin:/bin", PULUMI_HOME: join(home, ".pulumi") });
const withWrongPassphrase = () => inProject({ ...project.env, PULUMI_CONFIG_PASSPHRASE: "wrong" });
const withSlowPulumi = () => inProject({ PATH: `${join(home, "slow")}:/usr/bin:/bin` });
const withoutBackend = () => ({ cwd: home, env: { NODE_OPTIONS: noBackend } });

const scenarios: readonly Scenario[] = [
  { code: "AP6001", when: "the command is misspelled (AP6001)", exitCode: 2, args: ["stauts", environmentId] },
  { code: "AP6002", when: "the Pulumi CLI isn't found (AP6002)", exitCode: 1, args: status, options: withoutPulumi },
  {
    code: "AP6003",
    when: "the passphrase of the stack is wrong (AP6003)",
    exitCode: 1,
    args: status,
    options: withWrongPassphrase,
  },
  {
    code: "AP6004",
    when: "the local platform (app-platform-backend) isn't installed (AP6004)",
    exitCode: 1,
    args: ["backend"],
    options: withoutBackend,
    start: startProcess,
  },
  {
    code: "AP6005",
    when: "the command is interrupted by SIGINT, Ctrl+C (AP6005)",
    exitCode: 130,
    args: status,
    options: withSlowPulumi,
    start: startProcess,
    interruptAt: () => join(home, "slow/started"),
  },
  {
    code: "AP6006",
    when: "the output can't be written, since the disk is full (AP6006)",
    exitCode: 1,
    args: ["completion", "bash"],
    start: (args) =>
      startProcess(args, { command: ["sh", "-c", 'exec "$@" > /dev/full', "sh", process.execPath, program] }),
  },
  {
    code: "AP6007",
    when: "the Terraform state is of version 3 (AP6007)",
    exitCode: 1,
    args: ["migrate", "terraform.tfstate"],
    options: () => ({ cwd: home }),
  },
];

/** The checkout has the backend beside the command. */
const noBackend = `--require ${JSON.stringify(join(__dirname, "../support/no-backend.cjs"))}`;

const home = openedFolder("cli-errors");
let project: CliProject;
const found: Record<string, { command: string; text: string }> = {};

beforeAll(async () => {
  project = await openCliProject();
  const token = { "app-platform:token": "eyJhbGciOiJSUzI1NiJ9.e30.x" };
  await project.configure({ "app-platform:baseUrl": "https://api.acme.io" }, token);
  await writeFile(join(home, "terraform.tfstate"), JSON.stringify({ version: 3, serial: 1, modules: [] }));
  await mkdir(join(home, "slow"));
  const slow = `#!/bin/sh\ntouch '${home}/slow/started'\nexec sleep 60\n`;
  await writeFile(join(home, "slow/pulumi"), slow, { mode: 0o755 });
});
afterAll(async () => {
  await project.close();
  if (isRecording) writeRecord(cliMessagesFile, found, 2);
});

/** What differs from machine to machine. */
const normalized = (text: string) =>
  text
    .replaceAll(project.folder, "/projects/shop")
    .replaceAll(home, "~")
    .replace(/(app-platform-backend@)\S+/, "$11.0.0")
    .trimEnd();

async function run({ args, options, start = startCli, interruptAt }: Scenario) {
  const started = start(args, options?.());
  const file = interruptAt?.();
  if (file !== undefined) {
    await vi.waitFor(() => access(file), { timeout: 120_000, interval: 50 });
    started.interrupt("SIGINT");
    await rm(file);
  }
  return started.ended;
}

describe("errors of the command app-platform", () => {
  test.each(scenarios.map((scenario) => [scenario.when, scenario.exitCode, scenario] as const))(
    "are printed to standard error as on the page of errors if %s, with exit code %i",
    async (_, __, scenario) => {
      const { code } = scenario;
      const { stdout, stderr, code: exitCode } = await run(scenario);
      expect({ stdout, exitCode }, stderr).toEqual({ stdout: "", exitCode: scenario.exitCode });
      const printed = { command: `app-platform ${scenario.args.join(" ")}`, text: normalized(stderr) };
      expect(printed.text).toMatch(new RegExp(`^${code}: `));
      found[code] = printed;
      if (!isRecording) expect(printed).toEqual(recordedMessages(cliMessagesFile)[code]);
    },
  );

  test("are tested for each error class that the command can print", () => {
    const pages = Object.values(cliErrorClasses).filter(({ unreachable }) => unreachable === undefined);
    expect(scenarios.map(({ code }) => code)).toEqual(pages.map(({ code }) => code).sort());
  });
});
