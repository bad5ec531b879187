import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pulumiInstallation } from "../../tools/pulumi-cli/environment.js";
import { isAlive, type RunningProcess, startedBy } from "../../tools/pulumi-cli/processes.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { PROGRAM } from "../../tools/quickstart/places.js";
import { adminToken } from "../../tools/quickstart/platform.js";
import { isFull } from "../full.js";
import { copyRootProject } from "../root-project.js";

// The real CLI, the real platform, and a copy of the root project in a folder from which its packages are found.
// The tests build on each other, as the runs of a new user do.

const ENVIRONMENT = "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003";
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

let folder: string;
let port: number;

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}

function start(args: string[], env: Record<string, string> = {}) {
  // start.mjs loads it the same way.
  const command = ["--require", "tsx/cjs", join(__dirname, "quickstart-in-process.ts"), folder, ...args];
  // The process group stands for a terminal's foreground.
  const child = spawn(process.execPath, command, {
    cwd: CHECKOUT,
    detached: true,
    // The types of the program are checked where a test needs that: it takes seconds.
    env: { ...process.env, PULUMI_NODEJS_TRANSPILE_ONLY: "true", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said.out += chunk;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number, out: said.out }));
  const until = async (text: string) => {
    while (!said.out.includes(text)) {
      if (child.exitCode !== null) throw new Error(`The quickstart ended without "${text}":\n${said.out}`);
      await sleep(5);
    }
  };
  return { pid: child.pid as number, ended, until };
}

const run = (...args: string[]) => start([...args, "--port", String(port)]).ended;
const index = () => join(folder, "project", PROGRAM);
const edit = (from: string, to: string) => writeFileSync(index(), readFileSync(index(), "utf8").replace(from, to));

function stillRunning(seen: readonly RunningProcess[]): string[] {
  return seen.filter(({ pid }) => isAlive(pid)).map(({ command }) => command);
}

/** The processes that a quickstart has started, once the program runs: at least the platform, the CLI and its language host. */
async function processesOf(pid: number): Promise<RunningProcess[]> {
  for (;;) {
    const seen = startedBy(pid);
    const commands = seen.map(({ command }) => command).join("\n");
    if (/main\.js serve/.test(commands) && /pulumi-language-nodejs/.test(commands)) return seen;
    await sleep(20);
  }
}

async function platform(path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${await adminToken(join(folder, "local"))}` };
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json() as Promise<Record<string, unknown>>;
}

function isReadable(out: string): void {
  expect(out).not.toMatch(/^\s+at .*:\d+/m);
  expect(out).not.toContain("[object Object]");
}

beforeAll(async () => {
  mkdirSync(join(CHECKOUT, ".local"), { recursive: true });
  folder = mkdtempSync(join(CHECKOUT, ".local/test-quickstart-"));
  copyRootProject(join(folder, "project"));
  port = await freePort();
  // Takes minutes if the CLI must be built first.
  await pulumiInstallation();
}, 900_000);

afterAll(async () => {
  await run("stop");
  rmSync(folder, { recursive: true, force: true });
});

describe("the quickstart", { timeout: 60_000 }, () => {
  it("has nothing to remove before its first run", async () => {
    expect(await run("destroy")).toEqual({ code: 0, out: "There is nothing to remove.\n" });
  });

  it("previews what it would create, and creates nothing", async () => {
    const { code, out } = await run("preview");
    expect(code).toBe(0);
    expect(out).toContain("+ 4 to create");
  });

  it("creates a database, a container that uses it and their deployment, lists them and says what to try next", async () => {
    const { code, out } = await run();
    isReadable(out);
    expect(out).toMatch(/✓ Pulumi CLI: v3\.\d+\.\d+ \(\d+\.\d s\)/);
    expect(out).toMatch(new RegExp(`✓ platform: http://127.0.0.1:${port} \\(\\d+\\.\\d s\\)`));
    expect(out).toContain(`dashboard: http://127.0.0.1:${port}/_local/\n`);
    expect(out).toMatch(/✓ pulumi up \(\d+\.\d s\)/);
    expect(out).toContain("Done: 4 created.");
    expect(out).toMatch(new RegExp(`Database +db +${UUID} +\\S+:6379\n`));
    expect(out).toMatch(new RegExp(`Container +web +${UUID} +jhaals/yopass:14\\.8\\.0\n`));
    expect(out).toMatch(/DeploymentTrigger +release/);
    expect(out).toContain("Next, try:");
    expect(code).toBe(0);
  });

  it("deploys a tag that was changed in the program, and keeps the platform running with --keep", async () => {
    edit("14.8.0", "14.10.0");
    const { code, out } = await run("--keep");
    expect(out).toContain("Done: 2 updated, 2 unchanged.");
    expect(out).toContain(
      `The platform keeps running at http://127.0.0.1:${port}. To stop it: npm run quickstart -- stop`,
    );
    expect(code).toBe(0);
    const { results } = await platform(`/environment/${ENVIRONMENT}/container`);
    expect(results).toMatchObject([
      {
        name: "web",
        tag: "14.10.0",
        arguments: ["--database=redis", expect.stringMatching(/^--redis=redis:\/\/\S+:6379\/0$/)],
      },
    ]);
    const journal = await platform("/_local/requests");
    expect(journal.results).toContainEqual(
      expect.objectContaining({ operation: "deployServices", status: 202, count: 1 }),
    );
  });

  it("changes nothing the second time, on the platform that was left running, on any port, and leaves it running", async () => {
    const { code, out } = await start(["--port", "1"]).ended;
    expect(out).toContain(`http://127.0.0.1:${port}, left running by an earlier quickstart`);
    expect(out).toContain("Nothing changed: the platform matches the program.");
    expect(out).toContain("4 unchanged");
    expect(out).toContain("The platform keeps running");
    expect(code).toBe(0);
  });

  it("stops it with `stop`", async () => {
    expect((await run("stop")).out).toMatch(/^Stopped the platform at \S+\. The next run continues with its data\.\n$/);
    expect(await run("stop")).toEqual({ code: 0, out: "No platform of the quickstart is running.\n" });
  });

  const signals = [
    {
      title: "Ctrl-C on a terminal, which sends it to all processes in the foreground",
      signal: "SIGINT",
      group: true,
      code: 130,
    },
    { title: "a termination by the system", signal: "SIGTERM", group: false, code: 143 },
    { title: "an interrupt of the process alone, as npm sends it", signal: "SIGINT", group: false, code: 130 },
  ] as const;
  // The short form sends each signal once, and once to all processes and to one alone.
  it.each(isFull ? signals : signals.slice(0, 2))(
    "leaves no process behind after $title, and the next run continues",
    async ({ signal, group, code }) => {
      const running = start(["--port", String(port)]);
      const seen = await processesOf(running.pid);
      process.kill(group ? -running.pid : running.pid, signal);
      const { out, ...ended } = await running.ended;
      isReadable(out);
      expect(out).toContain("Interrupted. The next `npm run quickstart` continues from here.");
      expect(ended.code).toBe(code);
      expect(stillRunning(seen)).toEqual([]);
    },
  );

  it("continues after its CLI was killed and left the stack locked, but never removes the lock of another process", async () => {
    const running = start(["--port", String(port)]);
    // By then the CLI has locked the stack.
    await running.until("Updating (quickstart)");
    const seen = await processesOf(running.pid);
    const cli = seen.find(({ command }) => /^\S*pulumi up /.test(command));
    process.kill(cli?.pid as number, "SIGKILL");
    const { code, out } = await running.ended;
    expect(out).toContain(
      "failed; see Pulumi's message above.\nTo start over with an empty platform: npm run quickstart -- destroy",
    );
    expect(code).toBe(1);
    expect(stillRunning(seen)).toEqual([]);
    // Without its own record of the killed CLI, the quickstart takes the lock for somebody else's.
    const [update, aside] = [join(folder, "local/update.json"), join(folder, "update.json")];
    renameSync(update, aside);
    const refused = await run();
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("currently locked")]);
    renameSync(aside, update);
    expect((await run()).out).toContain("Nothing changed");
  });

  it("stops the platform after a program that does not compile, and shows Pulumi's message", async () => {
    edit("new Database", "new Databse");
    const running = start(["--port", String(port)], { PULUMI_NODEJS_TRANSPILE_ONLY: "false" });
    await running.until("Updating (quickstart)");
    const seen = startedBy(running.pid);
    const { code, out } = await running.ended;
    edit("new Databse", "new Database");
    expect(out).toMatch(/Cannot find name 'Databse'/);
    expect(code).toBe(1);
    expect(stillRunning(seen)).toEqual([]);
  });

  it("creates everything again when the platform's data was deleted, and lets no other quickstart run meanwhile", async () => {
    rmSync(join(folder, "local"), { recursive: true });
    const running = start(["--port", String(port)]);
    await running.until("Updating (quickstart)");
    const other = await run("destroy");
    expect(other.out).toContain(`Another quickstart is running (process ${running.pid}).\nWait until it ends`);
    expect(other.code).toBe(1);
    const { code, out } = await running.ended;
    expect(out).toContain("✓ stack: created again, because the platform is new");
    expect(out).toContain("Done: 4 created.");
    expect(code).toBe(0);
  });

  it("removes everything with `destroy`, from the platform too", async () => {
    const { code, out } = await run("destroy");
    isReadable(out);
    expect(out).toMatch(/✓ pulumi destroy .*\n.*✓ emptying the platform/);
    expect(code).toBe(0);
    expect(existsSync(join(folder, "local/platform.db"))).toBe(false);
    const again = await run("destroy");
    expect(again.out).toMatch(/There is nothing to remove\.\n$/);
    expect(again.out).not.toContain("platform:");
    expect(again.code).toBe(0);
    expect(readdirSync(join(folder, "project")).sort()).toEqual(["Pulumi.yaml", "examples"]);
  });
});

describe("a quickstart whose port is taken", { timeout: 60_000 }, () => {
  let other: Server;
  const take = async (healthy: boolean) => {
    other = createServer((_, response) => {
      response.statusCode = healthy ? 200 : 404;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    return (other.address() as AddressInfo).port;
  };
  afterEach(() => {
    other.close();
  });

  it.each([
    { title: "another program", healthy: false },
    { title: "another Application Platform", healthy: true },
  ])("says that $title uses it, and names another port", async ({ title, healthy }) => {
    const taken = await take(healthy);
    const { code, out } = await start(["--port", String(taken)]).ended;
    expect(out).toContain(`✗ platform`);
    expect(out).toContain(
      `Port ${taken} is in use by ${title}.\nStop it, or choose another port with --port, for example: npm run quickstart -- --port ${taken + 1}\n`,
    );
    isReadable(out);
    expect(code).toBe(1);
  });
});
