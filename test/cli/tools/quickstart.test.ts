import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { pulumiInstallation } from "../../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { inCheckout, openedFolder } from "../../support/opened-folder.js";
import { isAlive, startedBy } from "../../support/processes.js";
import { startIn } from "../support/project-folder.js";

// The real CLI, the real platform, and a copy of the root project in a folder from which its packages are found.
// The tests build on each other, as the runs of a new user do.

const folder = openedFolder("test-quickstart", inCheckout);

function start(...args: string[]) {
  // start.mjs loads it the same way.
  const command = ["--require", "tsx/cjs", join(__dirname, "quickstart-in-process.ts"), folder, ...args];
  // The types of the program are checked where a test needs that: it takes seconds.
  const env = { ...process.env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const started = startIn(CHECKOUT, process.execPath, command, env);
  return { ...started, ended: started.ended.then(({ code, output }) => ({ code, out: output })) };
}

const run = (...args: string[]) => start(...args, "--port", "0").ended;

function edit(from: string, to: string): void {
  const program = join(folder, "project/examples/quickstart/index.ts");
  writeFileSync(program, readFileSync(program, "utf8").replace(from, to));
}

beforeAll(async () => {
  mkdirSync(join(CHECKOUT, ".local"), { recursive: true });
  const filter = (path: string) => !path.endsWith("node_modules");
  for (const part of ["Pulumi.yaml", "examples/quickstart"])
    cpSync(join(CHECKOUT, part), join(folder, "project", part), { recursive: true, filter });
  // Takes minutes if the CLI must be built first.
  await pulumiInstallation();
});

describe("quickstart", () => {
  it("lists its commands with --help", async () => {
    expect(await run("--help")).toEqual({ code: 0, out: expect.stringContaining("npm run quickstart -- preview") });
  });

  it("refuses an unknown command", async () => {
    expect(await run("down")).toEqual({
      code: 1,
      out: 'The command must be one of up, preview, destroy; got "down"\n',
    });
  });

  it("prints with `preview` how many resources it would create", async () => {
    expect(await run("preview")).toEqual({ code: 0, out: expect.stringContaining("+ 4 to create") });
  });

  it("creates the resources, and keeps the platform with --keep until Ctrl-C", async () => {
    const { child, pid, ended, until } = start("--keep", "--port", "0");
    const out = await until("npm run pulumi -- up\n");
    expect(out).toContain("+ 4 created");
    const [, url = ""] = /export APP_PLATFORM_BASE_URL=(\S+)/.exec(out) ?? [];
    const [, token = ""] = /export APP_PLATFORM_TOKEN=(\S+)/.exec(out) ?? [];
    const path = "/environment/e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003/container";
    const services = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    expect(await services.json()).toMatchObject({ results: [{ name: "web", tag: "14.8.0" }] });
    const seen = startedBy(pid);
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
    expect(seen.filter((each) => isAlive(each.pid))).toEqual([]);
  });

  it("leaves no process behind after an interruption", async () => {
    const { child, pid, ended, until } = start("--port", "0");
    await until("Updating (quickstart)");
    const seen = startedBy(pid);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter((each) => isAlive(each.pid))).toEqual([]);
  });

  it("exits with 1, without processes left, if the program fails", async () => {
    edit("new Database", "new Databse");
    const { pid, ended, until } = start("--port", "0");
    await until("Updating (quickstart)");
    const seen = startedBy(pid);
    const { code, out } = await ended;
    edit("new Databse", "new Database");
    expect(out).toContain("Databse");
    expect(out).toMatch(/pulumi up failed; see Pulumi's message above\.\nTo start over .*-- destroy\n$/);
    expect(code).toBe(1);
    expect(seen.filter((each) => isAlive(each.pid))).toEqual([]);
  });

  const locks = join(folder, "state/.pulumi/locks/organization/quickstart/quickstart");
  const lock = (name: string, pid: number) => {
    mkdirSync(locks, { recursive: true });
    const owner = { pid, username: "me", hostname: hostname(), timestamp: new Date().toISOString() };
    writeFileSync(join(locks, `${name}.json`), JSON.stringify(owner));
  };

  it("removes the lock of a killed run", async () => {
    lock("killed", 2 ** 22 + 1);
    expect((await run()).code).toBe(0);
  });

  it("exits with 1 and prints Pulumi's reason if another run has locked the stack", async () => {
    lock("running", process.pid);
    const { code, out } = await run();
    expect([code, out]).toEqual([1, expect.stringContaining("the stack is currently locked by 1 lock(s)")]);
    rmSync(join(locks, "running.json"));
  });

  it("creates everything again after the platform's data was deleted", async () => {
    rmSync(join(folder, "local"), { recursive: true });
    const { code, out } = await run();
    expect(out).toMatch(/^Dashboard: http:\/\/127\.0\.0\.1:\d+\/_local\/$/m);
    expect(out).toContain("+ 4 created");
    expect(out).toContain("Next, try:");
    expect(code).toBe(0);
    expect(await run("destroy")).toEqual({ code: 0, out: expect.stringContaining("- 4 deleted") });
    expect(existsSync(join(folder, "local"))).toBe(false);
    expect(await run("destroy")).toEqual({ code: 0, out: "There is nothing to remove.\n" });
    expect(readdirSync(join(folder, "project")).sort()).toEqual(["Pulumi.yaml", "examples"]);
  });

  it("fails and suggests another port if the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, out } = await start("--port", String(port)).ended;
    other.close();
    expect(out).toContain(`${port}`);
    expect(out).toContain("npm run quickstart -- --port 5000");
    expect(out).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });
});
