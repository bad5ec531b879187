import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openSession } from "../../cli/session.js";
import { jwtNamed } from "../support/jwt.js";
import { openedFolder } from "../support/opened-folder.js";
import { type CliProject, openCliProject } from "./support/project.js";

let project: CliProject;
const outside = openedFolder("outside");
/** The variables of the command. */
let environment: NodeJS.ProcessEnv;
const stackUrl = "https://stack.acme.io/";
const environmentUrl = "https://environment.acme.io/";

beforeAll(async () => {
  project = await openCliProject();
  const staging = { baseUrl: "https://staging.acme.io", token: jwtNamed("staging"), endpoints: "extended" };
  await project.configure(
    { "app-platform:baseUrl": stackUrl, "app-platform:endpoints": "extended" },
    { "app-platform:token": jwtNamed("stack"), "app-platform:connections": JSON.stringify({ staging }) },
  );
  await mkdir(join(project.folder, "src"));
});
afterAll(() => project.close());

beforeEach(() => {
  environment = { ...process.env, ...project.env };
});

interface Options {
  readonly cwd?: string;
  readonly stack?: string;
  readonly connection?: string;
}

async function configurationOf(options: Options = {}) {
  const notes: string[] = [];
  const output = { note: (text: string) => notes.push(text) };
  const progress = { during: <T>(_text: string, work: () => Promise<T>) => work(), clear: () => undefined };
  const context = { output, progress, environment, signal: new AbortController().signal } as unknown as Parameters<
    typeof openSession
  >[1];
  const session = await openSession({ json: false, quiet: false, cwd: project.folder, ...options }, context);
  const { baseUrl, token, endpoints } = session.configuration;
  return { baseUrl: baseUrl.href, token, endpoints, notes };
}

/** A `pulumi` that fails, and says that it was run, in place of the real one. */
async function breakPulumi(): Promise<void> {
  const folder = join(outside, "bin");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "pulumi"), "#!/bin/sh\necho 'error: it was run' >&2\nexit 1\n", { mode: 0o755 });
  environment.PATH = `${folder}:/usr/bin:/bin`;
}

const inEnvironment = { APP_PLATFORM_BASE_URL: environmentUrl, APP_PLATFORM_TOKEN: jwtNamed("environment") };
const set = (variables: Readonly<Record<string, string>>) => Object.assign(environment, variables);

describe("settings of a command", () => {
  test("come from the selected stack or --stack, decrypted, also in a subfolder", async () => {
    const expected = { baseUrl: stackUrl, token: jwtNamed("stack"), endpoints: "extended", notes: [] };
    expect(await configurationOf()).toEqual(expected);
    expect(await configurationOf({ cwd: join(project.folder, "src") })).toEqual(expected);
    expect(await configurationOf({ stack: "dev" })).toEqual(expected);
  });

  test("come from the environment before the stack, without a passphrase if it has the token", async () => {
    set({ APP_PLATFORM_BASE_URL: environmentUrl });
    const expected = { baseUrl: environmentUrl, token: jwtNamed("stack"), endpoints: "extended", notes: [] };
    expect(await configurationOf()).toEqual(expected);
    set({ ...inEnvironment, PULUMI_CONFIG_PASSPHRASE: "wrong" });
    expect(await configurationOf()).toEqual({ ...expected, token: jwtNamed("environment") });
  });

  test("need no Pulumi CLI and no passphrase if APP_PLATFORM_BASE_URL, _TOKEN and _ENDPOINTS are set, or outside a project", async () => {
    await breakPulumi();
    set({ ...inEnvironment, APP_PLATFORM_ENDPOINTS: "documented" });
    expect((await configurationOf()).notes).toEqual([]);
    environment.APP_PLATFORM_ENDPOINTS = "";
    expect((await configurationOf({ cwd: outside })).notes).toEqual([]);
  });

  test("are defaults if the stack can't be read, or fail with AP6003 if it's required", async () => {
    await breakPulumi();
    await expect(configurationOf()).rejects.toThrow("AP6003");
    set(inEnvironment);
    await expect(configurationOf({ stack: "dev" })).rejects.toThrow("AP6003");
    const note = /^Settings that aren't in the environment have their defaults\. AP6003: [\s\S]*it was run/;
    const expected = { endpoints: "documented", notes: [expect.stringMatching(note)] };
    expect(await configurationOf()).toMatchObject(expected);
  });

  test("come from the connection of --connection, in the environment or the stack", async () => {
    const expected = { token: jwtNamed("staging"), endpoints: "extended", notes: [] };
    const ofStaging = () => configurationOf({ connection: "staging" });
    expect(await ofStaging()).toEqual({ ...expected, baseUrl: "https://staging.acme.io/" });
    set({ APP_PLATFORM_STAGING_BASE_URL: environmentUrl, APP_PLATFORM_STAGING_TOKEN: jwtNamed("own") });
    expect(await ofStaging()).toEqual({ ...expected, baseUrl: environmentUrl, token: jwtNamed("own") });
    await expect(configurationOf({ connection: "production" })).rejects.toThrow("APP_PLATFORM_PRODUCTION_BASE_URL");
  });

  test("fail with AP6003 if no stack is selected, or the named stack doesn't exist", async () => {
    const missing = /AP6003: [\s\S]*no stack named[\s\S]*pulumi stack ls/;
    await expect(configurationOf({ stack: "staging" })).rejects.toThrow(missing);
    // Pulumi's home remembers which stack is selected.
    environment.PULUMI_HOME = join(outside, "home");
    const unselected = /AP6003: [\s\S]*no stack selected[\s\S]*pulumi stack select[\s\S]*--stack <name>/;
    await expect(configurationOf()).rejects.toThrow(unselected);
  });
});
