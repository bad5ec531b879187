import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { describe, expect, test } from "vitest";
import { manifest } from "../../cli/manifest.js";
import { programOf } from "../../cli/program.js";
import { more } from "../support/more.js";
import { openedFolder } from "../support/opened-folder.js";
import { stateFile } from "../terraform/states.js";
import { environmentOf, type RunOptions, runCli, type Started, startCli } from "./support/run.js";
import { program as bin, runProcess, startProcess } from "./support/run-process.js";
import { startServer } from "./support/servers.js";

const program = programOf(manifest.version, process.stdout, async () => undefined);
const names = program
  .createHelp()
  .visibleCommands(program)
  .map((each) => each.name());

const outside = openedFolder("command-line");

/** `doctor` in a terminal. */
function startInTerminal(env: RunOptions["env"], ...options: string[]): Started {
  const all = { TERM: "xterm", CI: undefined, PULUMI_HOME: outside, ...env };
  return startCli(["doctor", ...options], { cwd: outside, env: all, terminal: { columns: 100, rows: 24 } });
}

/** What the terminal shows in the end. */
async function shownBy({ ended }: Started): Promise<string> {
  const { stdout, stderr } = await ended;
  return (stderr + stdout).replaceAll("\r\u001b[2K", "<clear>");
}

const inTerminal = (env: RunOptions["env"]) => shownBy(startInTerminal(env));

describe("command line", () => {
  test("prints its version with --version", async () => {
    expect(await runCli(["--version"])).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  test("lists every command with --help", async () => {
    const { code, stdout } = await runCli(["--help"]);
    expect(code).toBe(0);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    expect(stdout).not.toContain("__complete");
  });

  test.each(names)("prints help of %s with an example and the options of every command", async (name) => {
    const { code, stdout, stderr } = await runCli([name, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: app-platform ${name}\\b`));
    expect(stdout).toMatch(new RegExp(`\\nExamples?:\\n  app-platform ${name}\\b`));
    for (const option of ["--json", "--quiet", "--cwd", "--stack", "--connection"]) expect(stdout).toContain(option);
    expect(stdout).not.toMatch(/[ \t]+$/m);
  });

  test.each([
    ["before", ["--json", "explain", "AP5004"]],
    ["after", ["explain", "AP5004", "--json"]],
  ])("accepts the options of every command %s the command", async (_, args) => {
    expect((await runCli(args)).json()).toMatchObject({ code: "AP5004" });
  });

  test("fails with AP6006 for a file that can't be read or written", async () => {
    const [file, folder] = [join(outside, "file"), join(outside, "folder")];
    await writeFile(file, "");
    await mkdir(join(folder, "index.ts"), { recursive: true });
    for (const [args, reason] of [
      [["example", "template", file], `${file}: ENOTDIR: not a directory`],
      [["migrate", stateFile("a"), "--out", file], `${file}: EEXIST: file already exists`],
      [["migrate", stateFile("a"), "--force", "--out", folder], `${join(folder, "index.ts")}: EISDIR: illegal`],
    ] as const) {
      const { code, stderr } = await runCli(args);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`couldn't read or write ${reason}`)]);
      expect(stderr).toMatch(/^AP6006: /);
    }
  });

  const help = (command: string) => `correct the command line; \`${command} --help\` shows its arguments and examples.`;
  const usage = (command: string, own: string) =>
    `write \`app-platform ${command} ${own}\`; \`app-platform ${command} --help\` shows examples.`;
  test.each<[args: string[], what: string, command: string, advice?: string]>([
    [[], "A command is required.", "app-platform", "`app-platform --help` lists the commands."],
    [["migrate"], "Missing required argument 'state'.", "app-platform migrate", usage("migrate", "[options] <state>")],
    [
      ["status", "main", "web"],
      "Too many arguments for 'status'. Expected 1 argument but got 2.",
      "app-platform status",
      usage("status", "[options] [environment]"),
    ],
    [["completion", "tcsh"], 'shell must be one of bash, zsh, fish; got "tcsh".', "app-platform completion"],
    [
      ["deploy", "main", "--version", "1.28"],
      "Unknown option '--version'; did you mean --tag or --commit?",
      "app-platform deploy",
    ],
    [
      ["status", ""],
      "environment is empty.",
      "app-platform status",
      "set the variable that the command line takes it from.",
    ],
    [["stauts"], "Unknown command 'stauts'; did you mean status?", "app-platform"],
    [["status", "--organization", "acme"], '--organization must be a UUID; got "acme".', "app-platform status"],
    [["doctor", "--jsn"], "Unknown option '--jsn'; did you mean --json?", "app-platform doctor"],
    [["doctor", "--stack"], "Option '--stack <name>' argument missing.", "app-platform doctor"],
    [["doctor", "--cwd", "/nowhere"], '--cwd must be a folder; got "/nowhere".', "app-platform doctor"],
  ])(
    "fails with AP6001, exit code 2, the reason and a remedy for an invalid command line: $1",
    async (args, what, command, advice = help(command)) => {
      const message = `AP6001: ${what}\n  What to do: ${advice}${more("AP6001")}`;
      expect(await runCli(args)).toMatchObject({ code: 2, stdout: "", stderr: `${message}\n` });
      if (args.at(-1) === "--stack") return;
      const json = await runCli([...args, "--json"]);
      expect([json.code, json.json()]).toEqual([2, { error: { code: "AP6001", message } }]);
    },
  );

  test("--json prints one JSON document on standard output, even for an error: its code, message and details", async () => {
    const env = { APP_PLATFORM_BASE_URL: "nowhere", APP_PLATFORM_TOKEN: "hunter2" };
    const id = "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003";
    const ran = await runCli(["status", id, "--json"], { env, cwd: outside });
    expect(ran.code).toBe(1);
    const { code, message, details } = ran.json().error;
    expect([code, message]).toEqual(["AP1001", expect.stringMatching(/^AP1001: 2 settings are invalid\./)]);
    expect(details).toEqual([
      "APP_PLATFORM_BASE_URL must be a URL; got a string of 7 characters.",
      expect.stringMatching(/^APP_PLATFORM_TOKEN must be a JWT/),
    ]);
    expect([ran.stdout.includes("hunter2"), ran.stderr]).toEqual([false, ""]);
  });

  test("fails with the required version if Node.js is too old", async () => {
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "support/ancient-node.cjs"))}` };
    const { code, stdout, stderr } = await runProcess(["doctor"], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^app-platform needs Node\.js 20\.19 or newer; got 16\.20\.2 .*\n {2}What to do: install a newer Node\.js/,
    );
  });

  test("ends without an error message when its reader closes the pipe (EPIPE)", async () => {
    const command = `{ { ${process.execPath} ${bin} completion bash --json; echo " $?" >&3; } | head -c 1; } 3>&1`;
    const ran = await runProcess(["-c", command], { command: ["sh"] });
    expect(ran.stderr).toBe("");
    // Both write when they want.
    expect(ran.stdout).toMatch(/^(\{ \d+\n| \d+\n\{)$/);
  });

  test("reports a bug with AP9002, and its stack trace with APP_PLATFORM_DEBUG", async () => {
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "support/bug.cjs"))}` };
    const ran = await runProcess(["completion", "bash", "--json"], { env });
    expect(ran.code).toBe(1);
    expect(ran.json().error).toMatchObject({ code: "AP9002", message: expect.stringContaining("please report it") });
    const later = await runProcess(["doctor", "--json"], { env: { ...env, PLANTED_BUG: "callback" } });
    expect(later.code).toBe(1);
    expect(later.json().error.code).toBe("AP9002");
    const debug = await runProcess(["completion", "bash"], { env: { ...env, APP_PLATFORM_DEBUG: "1" } });
    expect(debug.stderr).toMatch(/Error: planted\n +at /);
    expect(debug.stderr).toContain("AP9002: `app-platform completion` failed because of a bug: planted");
  });
});

describe("output in a terminal", () => {
  test("shows colors only in a terminal, and not if NO_COLOR is set or TERM is dumb", async () => {
    const env = environmentOf({ PULUMI_HOME: outside });
    const real = spawn(process.execPath, [bin, "doctor"], { name: "xterm", cwd: outside, env });
    let printed = "";
    real.onData((text) => {
      printed += text;
    });
    await new Promise((resolve) => real.onExit(resolve));
    for (const text of [printed, await inTerminal({})]) expect(text).toContain("\u001b[32mok");
    for (const text of [await inTerminal({ NO_COLOR: "1" }), await inTerminal({ TERM: "dumb" })]) {
      expect(text).toContain("ok       Node.js");
      expect(text).not.toContain("\u001b[");
    }
  });

  test("shows progress after two seconds, and none with --quiet or the variable CI", async () => {
    // It accepts connections and responds to none until progress was shown twice.
    const server = await startServer(() => undefined);
    const env = { APP_PLATFORM_BASE_URL: server.url };
    const silent = [startInTerminal(env, "--quiet"), startInTerminal({ ...env, CI: "true" })];
    const shown = startInTerminal(env);
    await shown.printed(/(Checking: address \(\d+ s\).*){2}/s);
    await server.close();
    expect(await shownBy(shown)).toMatch(/(<clear>Checking: address \(\d+ s\)){2,}<clear>/);
    for (const each of silent) expect(await shownBy(each)).not.toContain("Checking:");
  });
});

describe("Ctrl+C", () => {
  test("interrupts a waiting request at once, with exit code 130 (AP6005)", async () => {
    let arrived: () => void = () => undefined;
    const requestArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await startServer(() => arrived());
    const env = { APP_PLATFORM_BASE_URL: server.url };
    const started = startProcess(["doctor", "--json"], { cwd: outside, env });
    await requestArrived;
    started.interrupt("SIGINT");
    const ran = await started.ended;
    expect(ran.code).toBe(130);
    expect(ran.json().error.code).toBe("AP6005");
    await server.close();
  });
});
