import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { openedPlatform } from "../platform/support/opened.js";
import { openedFolder } from "../support/opened-folder.js";
import { bash } from "./support/bash.js";
import { settingsOf } from "./support/operated.js";
import { runCli } from "./support/run.js";
import { program } from "./support/run-process.js";

const platform = openedPlatform({ endpoints: "extended" });
const folder = openedFolder("completion");
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await mkdir(join(folder, "bin"));
  await symlink(program, join(folder, "bin/app-platform"));
  const { stdout } = await runCli(["completion", "bash"]);
  await writeFile(join(folder, "bash"), stdout);
  env = { ...process.env, PATH: [join(folder, "bin"), process.env.PATH].join(delimiter) };
});

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

/** What the command tells the shells of the words; the last one is being typed. */
async function offered(words: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const { stdout } = await runCli(["__complete", "--", ...words], { cwd: folder, env: settings });
  return lines(stdout).map((line) => line.split("\t")[0] as string);
}

/** What bash would offer for them. */
async function inBash(words: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const script = `source ./bash
COMP_WORDS=(app-platform ${words.map((word) => `'${word}'`).join(" ")})
COMP_CWORD=${words.length}
_app_platform
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const options = { cwd: folder, env: { ...env, ...settings } };
  const { stdout } = await promisify(execFile)(await bash(), ["-c", script], options);
  return lines(stdout);
}

describe("completion", () => {
  test("offers all commands, or those that start with the typed text, and no hidden command", async () => {
    const all = await offered([""]);
    expect(all).toEqual(expect.arrayContaining(["doctor", "status", "backend", "completion"]));
    expect(all).not.toContain("__complete");
    expect(await offered(["do"])).toEqual(["doctor"]);
  });

  test("offers the options of the command and the options of every command", async () => {
    expect(await offered(["doctor", "--"])).toEqual(expect.arrayContaining(["--environment", "--json", "--stack"]));
    expect(await offered(["--json", "doctor", "--env"])).toEqual(["--environment"]);
    expect(await offered(["completion", "--env"])).toEqual([]);
  });

  test("offers the values of an argument, and nothing where any text is allowed", async () => {
    expect(await offered(["completion", ""])).toEqual(["bash", "zsh", "fish"]);
    expect(await offered(["--stack", "dev", "completion", "z"])).toEqual(["zsh"]);
    expect(await offered(["--stack", ""])).toEqual([]);
    expect(await inBash(["--cwd", "sho"])).toEqual([]);
    expect(await readFile(join(folder, "bash"), "utf8")).toContain("complete -o default ");
  });

  test("completes names and IDs of environments of the platform, quoted for the shell", async () => {
    const { id } = (await platform.request("POST", "/_local/environments", { body: { name: "a $(b) c" } })).body;
    const settings = settingsOf(platform);
    expect(await inBash(["status", ""], settings)).toEqual(["a\\ \\$\\(b\\)\\ c", "main", "other"]);
    expect(await offered(["doctor", "--environment", "main/o"], settings)).toEqual(["main/other"]);
    expect(await offered(["logs", id.slice(0, 8)], settings)).toEqual([id]);
    expect(await offered(["--organization", id, "status", ""], settings)).toEqual([]);
  });
});

describe("completion script", () => {
  test("is in a JSON document with --json", async () => {
    expect((await runCli(["completion", "fish", "--json"])).json()).toMatchObject({ shell: "fish" });
  });

  // The functions that a script calls of zsh are there only in a terminal: these print what they are given.
  const inZsh = `compdef() { : }; _describe() { print -l -- "\${(@P)2}" }; source ./script
words=(app-platform doc); CURRENT=2; _app_platform`;
  const shells = [
    ["zsh", ["-f", "-c", inZsh], "doctor:Check this machine"],
    ["fish", ["-c", "source ./script; complete --do-complete 'app-platform doc'"], "doctor\tCheck this machine"],
  ] as const;
  const installed = shells.filter(([shell]) => existsSync(join("/usr/bin", shell)));
  for (const [shell, args, expected] of installed) {
    test(`completes commands in ${shell}`, async () => {
      await writeFile(join(folder, "script"), (await runCli(["completion", shell])).stdout);
      const { stdout } = await promisify(execFile)(shell, args, { cwd: folder, env });
      expect(stdout).toContain(expected);
    });
  }
});
