import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pulumiEnvironment, stateUrl } from "../../tools/pulumi-cli/environment.js";
import { isAlive } from "../../tools/pulumi-cli/processes.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { addPulumi, FakeMachine, script } from "./fake-machine.js";

let machine: FakeMachine;
beforeEach(() => {
  machine = new FakeMachine();
  addPulumi(machine.path, "3.246.0");
});
afterEach(() => machine.remove());

/** A `pulumi` that prints its version when asked for it, and otherwise runs `body`. */
const pulumi = (body: string) =>
  script(machine.path, "pulumi", `if [ "$1" = version ]; then echo v3.246.0; exit; fi\n${body}`);

function start(args: string[], env: Record<string, string> = {}, cwd = CHECKOUT) {
  const command = ["--import", "tsx", join(CHECKOUT, "tools/pulumi-cli/run.ts"), ...args];
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...machine.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ ...said, code: code as number }));
  return { child, said, ended };
}

describe("`npm run pulumi`", () => {
  it("passes arguments, input, output and the exit code through", async () => {
    pulumi(`echo "[$1][$2]"; read line; echo "$line" >&2; exit 7`);
    const run = start(["import", "a b"]);
    run.child.stdin.end("typed\n");
    expect(await run.ended).toEqual({ out: "[import][a b]\n", err: "typed\n", code: 7 });
  });

  it("runs in the folder in which npm was called", async () => {
    pulumi("pwd");
    const folder = join(machine.root, "project");
    mkdirSync(folder);
    expect((await start([], { INIT_CWD: folder }).ended).out).toBe(`${realpathSync(folder)}\n`);
  });

  it("uses the checkout's own state, home and passphrase, whatever the user's own Pulumi uses", async () => {
    pulumi('echo "$PULUMI_BACKEND_URL $PULUMI_HOME $PULUMI_CONFIG_PASSPHRASE $PULUMI_SKIP_UPDATE_CHECK"');
    const own = {
      PULUMI_BACKEND_URL: "https://company",
      PULUMI_HOME: "/home/me/.pulumi",
      PULUMI_CONFIG_PASSPHRASE: "mine",
    };
    const state = stateUrl(join(CHECKOUT, ".local/state"));
    expect((await start([], own).ended).out).toBe(`${state} ${join(CHECKOUT, ".local/pulumi-home")} local true\n`);
  });

  it("keeps state and home in the folder that CHECKOUT_LOCAL names", async () => {
    pulumi('echo "$PULUMI_BACKEND_URL $PULUMI_HOME"');
    const local = join(machine.root, "local");
    const { out } = await start([], { CHECKOUT_LOCAL: local }).ended;
    expect(out).toBe(`${stateUrl(join(local, "state"))} ${join(local, "pulumi-home")}\n`);
  });

  it.each([
    { title: "creates and selects the stack dev before the first `up` in the root", selected: false, cwd: CHECKOUT },
    { title: "keeps the selected stack of the root", selected: true, cwd: CHECKOUT },
    { title: "leaves the stacks of other folders alone", selected: false, cwd: "." },
  ])("$title", async ({ selected, cwd }) => {
    const log = join(machine.root, "calls");
    pulumi(`echo "$*" >> ${log}; if [ "$2" = --show-name ]; then exit ${selected ? 0 : 255}; fi`);
    await start(["up", "--yes"], { INIT_CWD: resolve(machine.root, cwd) }).ended;
    const question = ["stack --show-name --non-interactive"];
    const selection = selected ? [] : ["stack select dev --create --non-interactive"];
    const calls = cwd === CHECKOUT ? [...question, ...selection, "up --yes"] : ["up --yes"];
    expect(readFileSync(log, "utf8").trim().split("\n")).toEqual(calls);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "sends %s to the CLI once, as the interrupt that it handles, although npm sends it twice, and waits for the end",
    async (signal) => {
      pulumi(`trap 'echo got' INT; echo ready; for i in 1 2 3 4; do /bin/sleep 0.1; done; exit 3`);
      const run = start(["refresh"]);
      while (run.said.out === "") await sleep(10);
      run.child.kill(signal);
      await sleep(20);
      run.child.kill(signal);
      expect(await run.ended).toEqual({ out: "ready\ngot\n", err: "", code: 3 });
    },
  );

  it("ends the processes that a CLI leaves behind", async () => {
    const note = join(machine.root, "left");
    pulumi(`/bin/sleep 30 >/dev/null 2>&1 & echo $! > ${note}`);
    expect((await start([]).ended).code).toBe(0);
    expect(isAlive(Number(readFileSync(note, "utf8")))).toBe(false);
  });

  it("exits with the shell's code for a CLI that a signal ended", async () => {
    pulumi("kill -KILL $$");
    expect((await start([]).ended).code).toBe(137);
  });
});

describe("`npm run -s pulumi:where`", () => {
  it("prints the folder and nothing else on standard output", async () => {
    const where = join(CHECKOUT, "tools/pulumi-cli/where.ts");
    const child = spawn(process.execPath, ["--import", "tsx", where], { cwd: CHECKOUT, env: machine.env });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    await once(child, "close");
    expect(out).toBe(`${machine.path}\n`);
  });
});

describe("the environment", () => {
  it("has the SDK's starter of dynamic providers last on PATH", async () => {
    const search = machine.search();
    const { PATH = "" } = await pulumiEnvironment({ search });
    expect(PATH).toBe(`${machine.path}:${search.sdk}`);
    expect(existsSync(join(search.sdk, "pulumi-resource-pulumi-nodejs"))).toBe(true);
  });

  it("has a CLI that is not on PATH first", async () => {
    const folder = join(machine.home, ".pulumi/versions/3.246.0/bin");
    addPulumi(folder, "3.246.0");
    const env = { ...machine.env, PATH: dirname(machine.path) };
    const { PATH = "" } = await pulumiEnvironment({ search: machine.search({ env }) });
    expect(PATH.startsWith(`${folder}:${dirname(machine.path)}:`)).toBe(true);
  });

  it("keeps the state in the caller's folder", async () => {
    const state = join(machine.root, "state");
    const environment = await pulumiEnvironment({ state, search: machine.search() });
    expect(environment.PULUMI_BACKEND_URL).toBe(`${pathToFileURL(state).href}?metadata=skip`);
    expect(existsSync(state)).toBe(true);
  });
});
