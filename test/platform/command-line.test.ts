import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { seededIds } from "../../backend/src/seed.js";
import { serve } from "../../backend/src/serve.js";
import { openedFolder } from "../support/opened-folder.js";
import { bodies } from "./support/bodies.js";
import { whileServed } from "./support/platform.js";
import { program, runBackend, startPlatformProcess } from "./support/platform-process.js";

const directory = openedFolder("command-line");
/** A path of the API that needs a token. */
const jobs = `/environment/${seededIds.environment}/job`;

function run(...args: string[]) {
  const { status, stdout, stderr } = runBackend(args, { cwd: directory });
  return { status, stdout, stderr };
}

it("serve --memory --json prints one line when it's ready: IDs that never change, and tokens of a new key at each start", async () => {
  const first = await startPlatformProcess();
  const second = await startPlatformProcess();
  expect(first.ids).toEqual(second.ids);
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const { registries, features, ...ids } = first.ids;
  expect(Object.keys(ids).sort()).toEqual([
    ...["annotationsGroup", "cluster", "environment", "gitToken", "helmRepository", "labelsGroup", "organization"],
    ...["otherEnvironment", "project", "role"],
  ]);
  expect(Object.keys(registries)).toEqual(["ECR", "SCALEWAY_CR", "DOCKER_HUB", "PUBLIC_ECR", "GENERIC_CR"]);
  expect(features).toEqual({
    ...{ staticIp: "STATIC_IP", awsNetwork: "EXISTING_VPC", gcpNetwork: "EXISTING_VPC", karpenter: "KARPENTER" },
    ...{ natGateway: "NAT_GATEWAY", vpcSubnet: "VPC_SUBNET", gkeKmsKey: "GKE_KMS_KEY" },
  });
  for (const id of [ids, registries].flatMap((each) => Object.values(each))) expect(id).toMatch(uuid);
  expect(Object.keys(first.tokens)).toEqual(["admin", "editor", "viewer"]);
  expect(first.tokens.admin).not.toBe(second.tokens.admin);
  expect((await second.request("GET", jobs, { token: first.tokens.admin })).status).toBe(401);
  expect(await first.stop()).toBe(0);
  expect(await second.stop()).toBe(0);
  // It logs requests only with --verbose.
  expect(second.logs()).toBe("");
});

it("serve --verbose logs method, path and status of each request to standard error, never headers, queries or bodies", async () => {
  const verbose = await startPlatformProcess({ args: ["--verbose"] });
  const path = `/cluster/${verbose.ids.cluster}/argoCdConfig`;
  const body = { argocd_url: "https://argocd.example.com", argocd_token: "token-in-a-body" };
  expect((await verbose.request("POST", path, { body })).status).toBe(200);
  expect((await verbose.request("GET", "/nowhere?token=token-in-a-query")).status).toBe(404);
  expect(await verbose.stop()).toBe(0);
  const entries = verbose
    .logs()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const requests = entries.flatMap(({ req }) => req ?? []);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${path}`, "GET /nowhere"]);
  expect(entries.flatMap(({ res }) => res?.statusCode ?? [])).toEqual([200, 404]);
  for (const secret of [verbose.tokens.admin, "Bearer", "token-in-a-body", "token-in-a-query"]) {
    expect(verbose.logs()).not.toContain(secret);
  }
});

it("serve prints its address, a token and the IDs that the examples use, and ends with exit code 0 on Ctrl+C", async () => {
  const options = ["--memory", "--port", "0", "--endpoints", "extended"];
  const child = spawn(process.execPath, [program, "serve", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const text = await new Promise<string>((resolve) => child.stdout.setEncoding("utf8").once("data", resolve));
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
  expect(text).toContain(`listens at ${url} (extended endpoints)`);
  const examples = join(__dirname, "../../examples");
  const files = readdirSync(examples, { recursive: true, encoding: "utf8" });
  const projects = files.filter((path) => path.endsWith("Pulumi.yaml") && !path.includes("node_modules"));
  const isDefault = /(?<=default: )[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/gm;
  const defaults = projects.flatMap((path) => readFileSync(join(examples, path), "utf8").match(isDefault) ?? []);
  expect(defaults.length).toBeGreaterThan(10);
  for (const id of new Set(defaults)) expect(text).toContain(id);
  const variables = [...text.matchAll(/^export (\w+=\S+)$/gm)].map(([, each]) => each);
  const [, token] = /APP_PLATFORM_TOKEN=(\S+)/.exec(text) ?? [];
  expect(variables.toSorted()).toEqual([
    ...[`APP_PLATFORM_BASE_URL=${url}`, "APP_PLATFORM_ENDPOINTS=extended", `APP_PLATFORM_TOKEN=${token}`],
  ]);
  const [, environment] = /^Environment +(\S+) \(main\)$/m.exec(text) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${url}/environment/${environment}/container`, { headers })).status).toBe(200);
  child.kill("SIGINT");
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
});

it("serve finishes requests in progress after SIGTERM, and then exits with 0 despite idle connections", async () => {
  const platform = await startPlatformProcess();
  const { hostname, port } = new URL(platform.url);
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(httpRequest({ agent, hostname, port, path: "/_local/health" }).end(), "response");
  await once(response.resume(), "end");
  const silent = connect(Number(port), hostname);
  await once(silent, "connect");
  const closed = once(silent.resume(), "close");
  await platform.request("PUT", "/_local/faults", { body: [{ fault: "delay", milliseconds: 500, when: "after" }] });
  const path = `/environment/${platform.ids.environment}/database`;
  const running = platform.request("POST", path, { body: bodies.database.minimal(platform.ids) });
  const happened = async () => (await platform.request("GET", "/_local/faults")).body.rules[0].happened;
  await expect.poll(happened).toBe(1);
  const ended = platform.stop();
  expect((await running).status).toBe(201);
  expect(await ended).toBe(0);
  await closed;
  agent.destroy();
});

it("serve ends with exit code 1 ten seconds after SIGTERM if a request is still in progress", async () => {
  const before = process.listeners("SIGTERM");
  let ready = "";
  const printed = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    ready += text;
    return true;
  });
  const unset = { seed: undefined, localSecret: undefined, token: undefined, signingKey: undefined };
  const place = { port: 0, host: "127.0.0.1", data: ":memory:" };
  await serve({ ...place, ...unset, endpoints: "documented", speed: "instant", verbose: false, json: true });
  printed.mockRestore();
  const { url, tokens, ids } = JSON.parse(ready);
  const end = process.listeners("SIGTERM").find((each) => !before.includes(each)) as () => void;
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, end);
  // The rest of the body never arrives.
  const headers = {
    authorization: `Bearer ${tokens.admin}`,
    "content-length": "100",
    "content-type": "application/json",
  };
  const request = httpRequest(`${url}/environment/${ids.environment}/database`, { method: "POST", headers });
  request.on("error", () => {}).write("{");
  await fetch(`${url}/_local/health`);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    end();
    vi.advanceTimersByTime(9_999);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(exit.mock.calls).toEqual([[1]]);
  } finally {
    vi.useRealTimers();
    exit.mockRestore();
    request.destroy();
  }
});

it("token signs with the key in the data file, even while the platform runs", async () => {
  const data = join(directory, "tokens.db");
  const platform = await startPlatformProcess({ data });
  const path = `/environment/${platform.ids.environment}/database`;
  expect(statSync(data).mode & 0o777).toBe(0o600);
  const { status, stdout } = run("token", "--role", "viewer", "--ttl", "5m", "--data", data);
  expect(status).toBe(0);
  const token = stdout.trim();
  expect((await platform.request("GET", path, { token })).status).toBe(200);
  expect((await platform.request("POST", path, { token, body: {} })).status).toBe(403);
  await platform.stop();
  const again = await startPlatformProcess({ data });
  expect((await again.request("GET", path, { token })).status).toBe(200);
  await again.stop();
});

it("serve and token exit with code 1 and the reason if they can't start; with --json, the line has `error`", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const port = String((taken.address() as AddressInfo).port);
  const cases: [string[], RegExp][] = [
    [["serve", "--memory", "--port", port], /can't listen at 127\.0\.0\.1:\d+: another program/],
    [["serve", "--memory", "--seed", join(directory, "missing.json")], /seed file .* can't be used/],
    [["serve", "--memory", "--port", "70000"], /number from 0 to 65535/],
    [["serve", "--memory", "--speed", "0"], /instant, manual, or a factor/],
    [["serve", "--memory", "--endpoints", "all"], /documented, extended/],
    [["serve", "--memory", "--data", "x.db"], /^--data can't be used with --memory: choose one\.$/m],
    [["token", "--role", "viewer", "--data", join(directory, "none.db")], /no data file/],
    [["token", "--role", "root"], /admin, editor, viewer/],
    [["token"], /required option '--role/],
  ];
  for (const [args, reason] of cases) {
    const { status, stdout, stderr } = run(...args);
    expect([args, status, stdout]).toEqual([args, 1, ""]);
    expect(stderr).toMatch(reason);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  // A program that reads the ready line gets the reason in its place, be it of what is given or of what is there.
  for (const [specified, reason] of [
    [port, /^The backend can't listen at /],
    ["70000", /number from 0 to 65535/],
  ] as const) {
    const { status, stdout, stderr } = run("serve", "--memory", "--port", specified, "--json");
    expect([specified, status, stderr, stdout.split("\n").length]).toEqual([specified, 1, "", 2]);
    expect(JSON.parse(stdout)).toEqual({ error: { message: expect.stringMatching(reason) } });
  }
  taken.close();
});

it("--help and --version print one line of JSON with --json", () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../backend/package.json"), "utf8"));
  const help = run("serve", "--help").stdout;
  expect(help).toMatch(/^Usage: app-platform-backend serve \[options\]\n/);
  const cases: [string[], unknown][] = [
    [["--version"], `${version}\n`],
    [["--json", "--version"], { version }],
    [["serve", "--help", "--json"], { help: help.trimEnd() }],
  ];
  for (const [args, expected] of cases) {
    const { status, stdout, stderr } = run(...args);
    const printed = typeof expected === "string" ? stdout : JSON.parse(stdout);
    expect([args, status, stderr, printed]).toEqual([args, 0, "", expected]);
    if (typeof expected !== "string") expect(stdout.trimEnd()).not.toContain("\n");
  }
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^A command is required\.\n\nUsage:/) });
});

it("serve listens at 127.0.0.1:4310 by default, with .local/app-platform.db, documented endpoints and the speed 1", () => {
  const help = run("serve", "--help").stdout.replace(/\s+/g, " ");
  const defaults = [...help.matchAll(/--(\w+) <[^(]*\((?:choices: [^)]*?, )?default: "?([^",]+)/g)];
  expect(Object.fromEntries(defaults.map(([, option, value]) => [option, value]))).toEqual({
    ...{ port: "4310", host: "127.0.0.1", data: ".local/app-platform.db", endpoints: "documented", speed: "1" },
  });
});

it("token is valid for --ttl, and for an hour by default; the tokens of serve are valid for a day", async () => {
  const lifetime = (token: string) => {
    const { exp, iat } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return exp - iat;
  };
  const args = ["token", "--role", "viewer", "--signing-key", "k".repeat(32)];
  expect([run(...args), run(...args, "--ttl", "5m")].map(({ stdout }) => lifetime(stdout))).toEqual([3600, 300]);
  const platform = await startPlatformProcess();
  expect(Object.values(platform.tokens).map(lifetime)).toEqual([86_400, 86_400, 86_400]);
  await platform.stop();
});

it("serve --seed adds a file's records, and replaces records with the same ID", async () => {
  const id = "3d1f5b7a-9c2e-4a6b-8d0f-1e3c5a7b9d02";
  const seed = join(directory, "seed.json");
  const registry = { id: seededIds.registries.ECR, name: "ours", url: "https://registry.example.org" };
  const environments = [{ id, name: "staging", auto_preview: false }];
  writeFileSync(seed, JSON.stringify({ environments, registries: [{ ...registry, kind: "GENERIC_CR" }] }));
  await whileServed({ seed }, async ({ ids, request }) => {
    const body = { ...bodies.container.minimal(ids), image_name: "a/b/c" };
    const made = await request("POST", `/environment/${id}/container`, { body });
    expect(made.body).toMatchObject({ auto_preview: false, registry: { name: "ours", kind: "GENERIC_CR" } });
  });
});

describe("environment variables", () => {
  const variable = (name: string) => `APP_PLATFORM_BACKEND_${name}`;
  const environment = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [variable(name), value]));

  /** Runs `serve` with these variables until it is ready, and returns the line of JSON that it prints. */
  async function ready(values: Record<string, string>, ...args: string[]) {
    const env = { ...process.env, ...environment(values) };
    const child = spawn(process.execPath, [program, "serve", ...args], { cwd: directory, env });
    const [line] = await once(child.stdout.setEncoding("utf8"), "data");
    child.kill("SIGTERM");
    await once(child, "exit");
    return JSON.parse(line);
  }

  it("exist for each option of each command, as --help lists them", () => {
    for (const command of ["serve", "token", "openapi"]) {
      const help = run(command, "--help").stdout.replace(/\s+/g, " ");
      const options = [...help.matchAll(/--([a-z-]+) (?!display)/g)].map(([, name = ""]) => name);
      const named = [...help.matchAll(/env: (\w+)/g)].map(([, name]) => name);
      expect(named).toEqual(options.map((name) => variable(name.replaceAll("-", "_").toUpperCase())));
    }
  });

  it("have the effect of their options, and the command line takes precedence", async () => {
    const data = join(directory, "environment.db");
    const flags = { PORT: "0", JSON: "true", VERBOSE: "false", SPEED: "" };
    const values = { ...flags, DATA: data, LOCAL_SECRET: "s", TOKEN: "dev" };
    expect(await ready(values)).toMatchObject({ ready: true, localSecret: "s", tokens: { admin: "dev" } });
    expect(readdirSync(directory)).toContain("environment.db");
    expect((await ready({ ...values, PORT: "1" }, "--port", "0", "--local-secret", "t")).localSecret).toBe("t");
  });

  it("keep the data in memory if MEMORY and DATA are set, unless the command line has --data", async () => {
    const [unused, used] = ["unused.db", "used.db"];
    await ready({ MEMORY: "1", DATA: join(directory, unused), PORT: "0", JSON: "1" });
    await ready({ MEMORY: "1", PORT: "0", JSON: "1" }, "--data", used);
    await ready({ DATA: join(directory, unused), PORT: "0", JSON: "1" }, "--memory");
    const files = readdirSync(directory);
    expect([files.includes(unused), files.includes(used)]).toEqual([false, true]);
  });

  it.each([
    ["PORT", "tcp://10.0.0.1:4310", /--port <number>.*from env 'APP_PLATFORM_BACKEND_PORT' is invalid/],
    ["VERBOSE", "yes", /APP_PLATFORM_BACKEND_VERBOSE must be true or false; got "yes"/],
    ["TOKEN", "two words", /--token <text>.*letters, digits/],
    ["SIGNING_KEY", "short", /at least 32 printable ASCII characters/],
  ])("are refused with exit code 1 if invalid: %s=%s", (name, value, message) => {
    const { status, stderr } = runBackend(["serve"], { env: { ...process.env, ...environment({ [name]: value }) } });
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

it("serve --token accepts the token as `Bearer` and as `Token`, with the role admin", async () => {
  const platform = await startPlatformProcess({ endpoints: "extended", args: ["--token", "local-dev"] });
  const { environment, otherEnvironment } = platform.ids;
  // Only the role admin may delete.
  const remove = async (id: string, authorization: string) =>
    (await platform.request("DELETE", `/environment/${id}`, { token: null, headers: { authorization } })).status;
  expect(await remove(environment, "Bearer local-de")).toBe(401);
  expect(await remove(environment, "Token local-dev2")).toBe(401);
  expect(await remove(environment, "Bearer local-dev")).toBe(204);
  expect(await remove(otherEnvironment, "Token local-dev")).toBe(204);
  await platform.stop();
});

it("serve --signing-key accepts tokens that are signed with the same key", async () => {
  const key = "a key that all of our tests know";
  const { stdout } = run("token", "--role", "viewer", "--signing-key", key);
  for (const args of [["--signing-key", key], []]) {
    const platform = await startPlatformProcess({ args });
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    const { status } = await platform.request("GET", jobs, { token: null, headers });
    expect(status).toBe(args.length > 0 ? 200 : 401);
    await platform.stop();
  }
});

it.each([["openapi"], ["--help"], ["token", "--role", "viewer", "--signing-key", "k".repeat(32)], ["unknown-command"]])(
  "command ends without a stack trace if its output is closed: %s",
  async (...args) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: directory });
    child.stdout.destroy();
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    const [code] = await once(child, "exit");
    expect([code, errors]).toEqual(
      args[0] === "unknown-command" ? [1, "error: unknown command 'unknown-command'\n"] : [0, ""],
    );
  },
);

it("serve continues if its output is closed", async () => {
  const platform = await startPlatformProcess({ args: ["--verbose"] });
  platform.process.stdout?.destroy();
  platform.process.stderr?.destroy();
  for (let request = 0; request < 5; request++) {
    expect((await platform.request("GET", jobs)).status).toBe(200);
  }
  expect(await platform.stop()).toBe(0);
});
