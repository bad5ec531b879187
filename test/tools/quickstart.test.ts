import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pulumiInstallation } from "../../tools/pulumi-cli/environment.js";
import { isAlive, type RunningProcess, startedBy } from "../../tools/pulumi-cli/processes.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { adminToken } from "../../tools/quickstart/platform.js";

// The real thing: the real CLI, the real example (a copy, in a folder from which its packages are found), the real platform.
// The tests build on each other, as a newcomer's runs do.

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
  // Loaded as start.mjs loads it.
  const command = ["--require", "tsx/cjs", join(__dirname, "quickstart-in-process.ts"), folder, ...args];
  // A group of its own stands for the terminal's foreground.
  const child = spawn(process.execPath, command, {
    cwd: CHECKOUT,
    detached: true,
    env: { ...process.env, ...env },
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
const index = () => join(folder, "program/index.ts");
const edit = (from: string, to: string) => writeFileSync(index(), readFileSync(index(), "utf8").replace(from, to));

function stillRunning(seen: readonly RunningProcess[]): string[] {
  return seen.filter(({ pid }) => isAlive(pid)).map(({ command }) => command);
}

/** What a quickstart has started, once the program runs: the platform, the CLI and its language host at least. */
async function atWork(pid: number): Promise<RunningProcess[]> {
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
  cpSync(join(CHECKOUT, "examples/quickstart"), join(folder, "program"), {
    recursive: true,
    filter: (source) => !/node_modules|Pulumi\.\w+\.yaml$/.test(source),
  });
  port = await freePort();
  // Minutes where the CLI has to be built first.
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

  it("shows by a preview what it would make, and makes nothing", async () => {
    const { code, out } = await run("preview");
    expect(code).toBe(0);
    expect(out).toContain("+ 4 to create");
  });

  it("makes a database, a container that uses it and their deployment, and says which and what to try next", async () => {
    const { code, out } = await run();
    isReadable(out);
    expect(out).toMatch(/✓ Pulumi CLI: v3\.\d+\.\d+ \(\d+\.\d s\)/);
    expect(out).toMatch(new RegExp(`✓ platform: http://127.0.0.1:${port} \\(\\d+\\.\\d s\\)`));
    expect(out).toMatch(/✓ pulumi up in .* \(\d+\.\d s\)/);
    expect(out).toContain("Done: 4 created.");
    expect(out).toMatch(new RegExp(`Database +db +${UUID} +\\S+:5432\n`));
    expect(out).toMatch(new RegExp(`Container +web +${UUID} +library/nginx:1\\.27\n`));
    expect(out).toMatch(/DeploymentTrigger +release/);
    expect(out).toContain("To try next:");
    expect(code).toBe(0);
  });

  it("changes nothing the second time, and says so", async () => {
    const { code, out } = await run();
    expect(out).toContain("Nothing changed: the platform is as the program says.");
    expect(out).toContain("4 unchanged");
    expect(code).toBe(0);
  });

  it("deploys a tag that was changed in the program, and keeps the platform running when asked to", async () => {
    edit("1.27", "1.28");
    const { code, out } = await run("--keep");
    expect(out).toContain("Done: 2 updated, 2 unchanged.");
    expect(out).toContain(`The platform runs on at http://127.0.0.1:${port} until: npm run quickstart -- stop`);
    expect(code).toBe(0);
    const { results } = await platform(`/environment/${ENVIRONMENT}/container`);
    expect(results).toMatchObject([
      { name: "web", tag: "1.28", arguments: [expect.stringMatching(/^--database-host=\S+$/)] },
    ]);
    const journal = await platform("/_local/requests");
    expect(journal.results).toContainEqual(
      expect.objectContaining({ operation: "deployServices", status: 202, count: 1 }),
    );
  });

  it("uses the platform that was left running, whatever its port, and leaves it running", async () => {
    const { code, out } = await start(["preview", "--port", "1"]).ended;
    expect(out).toContain(`http://127.0.0.1:${port}, left running by an earlier quickstart`);
    expect(out).toContain("The platform runs on");
    expect(code).toBe(0);
  });

  it("stops it when asked to", async () => {
    expect((await run("stop")).out).toMatch(
      /^The platform at \S+ was stopped\. Its data is kept for the next run\.\n$/,
    );
    expect(await run("stop")).toEqual({ code: 0, out: "No platform of the quickstart is running.\n" });
  });

  it.each([
    {
      title: "Ctrl-C on a terminal, which everything in its foreground gets",
      signal: "SIGINT",
      group: true,
      code: 130,
    },
    { title: "an interrupt of the process alone, as by npm", signal: "SIGINT", group: false, code: 130 },
    { title: "an end by the system", signal: "SIGTERM", group: false, code: 143 },
  ] as const)("leaves no process behind after $title, and the next run goes on", async ({ signal, group, code }) => {
    const going = start(["--port", String(port)]);
    const seen = await atWork(going.pid);
    process.kill(group ? -going.pid : going.pid, signal);
    const { out, ...ended } = await going.ended;
    isReadable(out);
    expect(out).toContain("Interrupted. The next `npm run quickstart` goes on from here.");
    expect(ended.code).toBe(code);
    expect(stillRunning(seen)).toEqual([]);
  });

  it("goes on after a CLI that was killed and left its stack locked", async () => {
    const going = start(["--port", String(port)]);
    const seen = await atWork(going.pid);
    const cli = seen.find(({ command }) => /^\S*pulumi .* up /.test(command));
    process.kill(cli?.pid as number, "SIGKILL");
    const { code, out } = await going.ended;
    expect(out).toContain(
      "failed; Pulumi says above why.\nTo start over with an empty platform: npm run quickstart -- destroy",
    );
    expect(code).toBe(1);
    expect(stillRunning(seen)).toEqual([]);
    expect((await run()).out).toContain("Nothing changed");
  });

  it("ends the platform after a program that does not compile, with Pulumi's own words on it", async () => {
    edit("new Database", "new Databse");
    const going = start(["--port", String(port)]);
    await going.until("Updating (quickstart)");
    const seen = startedBy(going.pid);
    const { code, out } = await going.ended;
    edit("new Databse", "new Database");
    expect(out).toMatch(/Cannot find name 'Databse'/);
    expect(code).toBe(1);
    expect(stillRunning(seen)).toEqual([]);
  });

  it("does not work on the stack while another quickstart does", async () => {
    const going = start(["--port", String(port)]);
    await going.until("Updating (quickstart)");
    const { code, out } = await run("destroy");
    expect(out).toContain(`Another quickstart is at work (process ${going.pid}).\nWait for it to end`);
    expect(code).toBe(1);
    expect((await going.ended).code).toBe(0);
  });

  it("makes everything anew when the platform's data was removed", async () => {
    rmSync(join(folder, "local"), { recursive: true });
    const { code, out } = await run();
    expect(out).toContain("✓ stack: made anew, as the platform is new");
    expect(out).toContain("Done: 4 created.");
    expect(code).toBe(0);
  });

  it("removes everything when asked to, from the platform too", async () => {
    const { code, out } = await run("destroy");
    isReadable(out);
    expect(out).toMatch(/✓ pulumi destroy in .*\n.*✓ emptying the platform/);
    expect(code).toBe(0);
    expect(existsSync(join(folder, "local/platform.db"))).toBe(false);
    expect(await run("destroy")).toEqual({ code: 0, out: "There is nothing to remove.\n" });
  });
});

describe("a quickstart whose port is taken", { timeout: 60_000 }, () => {
  let other: Server;
  const take = async (healthy: boolean) => {
    other = createServer((_, answer) => {
      answer.statusCode = healthy ? 200 : 404;
      answer.end();
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
  ])("says that $title has it, and which to use instead", async ({ title, healthy }) => {
    const taken = await take(healthy);
    const { code, out } = await start(["--port", String(taken)]).ended;
    expect(out).toContain(`✗ platform`);
    expect(out).toContain(
      `Port ${taken} is in use by ${title}.\nStop that, or choose another port by adding --port, as in: npm run quickstart -- --port ${taken + 1}\n`,
    );
    isReadable(out);
    expect(code).toBe(1);
  });
});
