import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pulumiEnvironment, stateUrl } from "../../../tools/fetch/pulumi-cli/environment.js";
import { needsSelectedStack } from "../../../tools/fetch/pulumi-cli/first-stack.js";
import { RELEASE } from "../../../tools/fetch/pulumi-cli/release.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { addPulumi, fakeMachine, script, start } from "./fake-machine.js";

let machine: ReturnType<typeof fakeMachine>;
beforeEach(() => {
  machine = fakeMachine();
  addPulumi(machine.path, RELEASE);
});
afterEach(() => machine.remove());

/** A `pulumi` that prints its version when asked for it, and otherwise runs `body`. */
const pulumi = (body: string) =>
  script(machine.path, "pulumi", `if [ "$1" = version ]; then echo v${RELEASE}; exit; fi\n${body}`);
const run = (args: string[], env: Record<string, string> = {}) =>
  start(join(CHECKOUT, "tools/fetch/pulumi-cli/run.ts"), args, { ...machine.env, INIT_CWD: machine.root, ...env });

describe("`npm run pulumi`", () => {
  it("passes arguments, folder, input, output and the exit code through", async () => {
    pulumi(`echo "[$1][$2]"; pwd; read line; echo "$line" >&2; exit 7`);
    const folder = join(machine.root, "project");
    mkdirSync(folder);
    const { child, ended } = run(["import", "a b"], { INIT_CWD: folder });
    child.stdin.end("typed\n");
    expect(await ended).toEqual({ out: `[import][a b]\n${realpathSync(folder)}\n`, err: "typed\n", code: 7 });
  });

  it("uses the state, home and passphrase of the checkout or of CHECKOUT_LOCAL, not the user's", async () => {
    pulumi('echo "$PULUMI_BACKEND_URL $PULUMI_HOME $PULUMI_CONFIG_PASSPHRASE $PULUMI_SKIP_UPDATE_CHECK"');
    const own = { PULUMI_BACKEND_URL: "https://company", PULUMI_HOME: "/mine", PULUMI_CONFIG_PASSPHRASE: "mine" };
    const shown = (local: string) => `${stateUrl(join(local, "state"))} ${join(local, "pulumi-home")} local true\n`;
    expect((await run([], own).ended).out).toBe(shown(join(CHECKOUT, ".local")));
    const local = join(machine.root, "local");
    expect((await run([], { ...own, CHECKOUT_LOCAL: local }).ended).out).toBe(shown(local));
  });

  it.each([
    { title: "creates and selects the stack dev before the first `up` in the root", selected: false, cwd: CHECKOUT },
    { title: "keeps the selected stack of the root", selected: true, cwd: CHECKOUT },
    { title: "leaves the stacks of other folders alone", selected: false, cwd: "." },
  ])("$title", async ({ selected, cwd }) => {
    const log = join(machine.root, "calls");
    pulumi(`echo "$*" >> ${log}; if [ "$2" = --show-name ]; then exit ${selected ? 0 : 255}; fi`);
    await run(["up", "--yes"], { INIT_CWD: resolve(machine.root, cwd) }).ended;
    const question = ["stack --show-name --non-interactive"];
    const selection = selected ? [] : ["stack select dev --create --non-interactive"];
    const calls = cwd === CHECKOUT ? [...question, ...selection, "up --yes"] : ["up --yes"];
    expect(readFileSync(log, "utf8").trim().split("\n")).toEqual(calls);
  });

  it("creates no stack for a command with --stack or -C, or for a command that needs no stack", () => {
    const lines = ["up", "preview --diff", "up --stack prod", "up -s=prod", "up -C examples/component", "up --help"];
    const needing = [...lines, "destroy", "version"].filter((line) => needsSelectedStack(line.split(" ")));
    expect([needing, needsSelectedStack([])]).toEqual([["up", "preview --diff"], false]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "sends %s to the CLI once, although npm sends the signal twice",
    async (signal) => {
      // Ends some time after the signal, whenever that comes.
      pulumi(`trap 'echo got; got=1' INT; echo ready; until [ $got ]; do /bin/sleep 0.1; done; /bin/sleep 0.4; exit 3`);
      const { child, said, ended } = run(["refresh"]);
      while (said.out === "") await sleep(10);
      child.kill(signal);
      await sleep(20);
      child.kill(signal);
      expect(await ended).toEqual({ out: "ready\ngot\n", err: "", code: 3 });
    },
  );
});

describe("`npm run -s pulumi:where`", () => {
  it("prints the folder and nothing else on standard output", async () => {
    const { out } = await start(join(CHECKOUT, "tools/fetch/pulumi-cli/where.ts"), [], machine.env).ended;
    expect(out).toBe(`${machine.path}\n`);
  });
});

describe("pulumiEnvironment", () => {
  it("begins PATH with a CLI outside of it, and ends it with the folder of Pulumi's SDK", async () => {
    const onPath = machine.search();
    expect((await pulumiEnvironment({ search: onPath })).PATH).toBe(`${machine.path}:${onPath.sdk}`);
    const folder = join(machine.home, ".pulumi/versions", RELEASE, "bin");
    addPulumi(folder, RELEASE);
    const env = { ...machine.env, PATH: dirname(machine.path) };
    const { PATH } = await pulumiEnvironment({ search: machine.search({ env }) });
    expect(PATH).toBe(`${folder}:${env.PATH}:${onPath.sdk}`);
  });
});
