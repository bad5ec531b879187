import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { stateUrl } from "../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";
import { openedPlatform } from "../platform/support/opened.js";
import type { Platform } from "../platform/support/platform.js";
import { kill, startedBy } from "../support/processes.js";
import { expectShown } from "./support/examples/readme.js";
import { fault } from "./support/operated.js";
import { type CommandResult, type CopiedFolder, openExample, startIn } from "./support/project-folder.js";
import { startServer } from "./support/servers.js";

const audience = "app-platform";

type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** Issues access tokens of the platform that say they expire after two seconds, so that even a short run renews them. */
async function startIdentityProvider(platform: Platform, idTokens: readonly string[]) {
  /** The access tokens. */
  const issued: string[] = [];
  const respond = async (request: IncomingMessage): Promise<object | undefined> => {
    const url = new URL(request.url ?? "", "http://localhost");
    if (request.method === "GET" && url.pathname === "/id-token") {
      const isJob = request.headers.authorization === "Bearer job" && url.searchParams.get("audience") === audience;
      return isJob ? { value: idTokens[0] } : undefined;
    }
    const form = new URLSearchParams(await text(request));
    const isExchange =
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:token-exchange" &&
      form.get("subject_token_type") === "urn:ietf:params:oauth:token-type:id_token" &&
      form.get("audience") === audience &&
      idTokens.includes(form.get("subject_token") ?? "");
    if (!isExchange) return undefined;
    const { body } = await platform.request("POST", "/_local/tokens", { body: { role: "editor", ttl: "60s" } });
    issued.push(body.token);
    return { access_token: body.token, token_type: "Bearer", expires_in: 2 };
  };
  const { url, close } = await startServer((request, response) => {
    respond(request).then((body) => {
      response.statusCode = body === undefined ? 403 : 200;
      response.end(JSON.stringify(body ?? { error: "invalid_request" }));
    }, response.destroy.bind(response));
  });
  return { tokenUrl: `${url}/token`, idTokenUrl: `${url}/id-token?api-version=2.0`, issued, close };
}

/** A job with the commands that it runs, in order. */
interface PipelineJob {
  readonly commands: readonly string[];
  /** Variables of the workflow, with the expressions that the system replaces. */
  readonly variables: Readonly<Record<string, string>>;
}

interface GithubWorkflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** The jobs of a GitHub workflow. The steps that use an action are those that the machine of the test has done already. */
function githubJobs(file: string): Record<string, PipelineJob> {
  const { jobs, env = {} }: GithubWorkflow = parse(readFileSync(file, "utf8"));
  const entries = Object.entries(jobs).map(([name, { steps }]) => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    return [name, { commands, variables: env }] as const;
  });
  return Object.fromEntries(entries);
}

function gitlabJobs(file: string): Record<string, PipelineJob> {
  const jobs: Readonly<Record<string, { readonly script?: string[] }>> = parse(readFileSync(file, "utf8"));
  const entries = Object.entries(jobs).flatMap(([name, { script }]) =>
    script === undefined ? [] : [[name, { commands: script, variables: {} }] as const],
  );
  return Object.fromEntries(entries);
}

/** The variables of a job with the values of the expressions `${{ vars.X }}` and `${{ secrets.X }}`; others are unknown. */
function evaluated({ variables }: PipelineJob, values: Readonly<Record<string, string>>): Record<string, string> {
  const valueFor = (expression: string) => {
    const value = values[expression.replace(/^(vars|secrets)\./, "")];
    if (value === undefined) throw new Error(`the expression ${expression} has no value`);
    return value;
  };
  const entries = Object.entries(variables).map(([name, template]) => [
    name,
    template.replace(/\$\{\{\s*(\S+)\s*\}\}/g, (_match, expression: string) => valueFor(expression)),
  ]);
  return Object.fromEntries(entries);
}

const folder = join(CHECKOUT, "examples/pipeline");
const github = githubJobs(join(folder, ".github/workflows/infrastructure.yml"));
const unlock = githubJobs(join(folder, ".github/workflows/unlock.yml"));
const gitlab = gitlabJobs(join(folder, ".gitlab-ci.yml"));

/** The command that installs the packages. The test does not run it: this checkout has them, and they may not be published. */
const isInstall = (command: string) => command.startsWith("npm ci");

describe("example pipeline", () => {
  const platform = openedPlatform();
  let identity: IdentityProvider;
  let example: CopiedFolder;
  let values: Record<string, string> = {};

  beforeAll(async () => {
    identity = await startIdentityProvider(platform, ["id-token-of-github", "id-token-of-gitlab"]);
    // Not from a variable of the shell that runs the tests.
    example = await openExample("pipeline", { APP_PLATFORM_TOKEN: undefined, APP_PLATFORM_ENDPOINTS: undefined });
    values = {
      APP_PLATFORM_BASE_URL: platform.url,
      TOKEN_URL: identity.tokenUrl,
      PULUMI_BACKEND_URL: stateUrl(example.state),
      PULUMI_CONFIG_PASSPHRASE: "local",
    };
  });
  afterAll(async () => {
    await example.close();
    await identity.close();
  });

  /** What GitHub gives a job: the variables of the workflow, and the address where it gets its ID token. */
  const onGithub = (job: PipelineJob | undefined) => ({
    ...evaluated(job as PipelineJob, values),
    ACTIONS_ID_TOKEN_REQUEST_URL: identity.idTokenUrl,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "job",
  });
  /** What GitLab gives a job: the variables of the project, and the job's ID token. */
  const onGitlab = () => ({ ...values, CI_ID_TOKEN: "id-token-of-gitlab" });

  /** Runs the commands of a job in their order, each in a shell of its own as the runners do, until one fails. */
  async function run(job: PipelineJob | undefined, env: Record<string, string>): Promise<CommandResult> {
    const commands = job?.commands.filter((command) => !isInstall(command)) ?? [];
    expect(commands.length).toBeGreaterThan(0);
    let output = "";
    for (const command of commands) {
      const ran = await example.run("sh", ["-e", "-c", command], env);
      output += ran.output;
      if (ran.code !== 0) return { ...ran, output };
    }
    for (const token of identity.issued) expect(output).not.toContain(token);
    return { code: 0, stdout: "", output };
  }

  test("runs the same commands on GitHub and GitLab in the jobs preview, up and unlock", () => {
    const plain = (job: PipelineJob | undefined) => job?.commands.filter((command) => !isInstall(command));
    for (const job of [github.preview, github.up, gitlab.preview, gitlab.up])
      expect(job?.commands.findIndex(isInstall)).toBe(0);
    expect(plain(gitlab.preview)).toEqual(plain(github.preview));
    expect(plain(gitlab.up)).toEqual(plain(github.up));
    expect(plain(gitlab.unlock)).toEqual(plain(unlock.unlock));
  });

  test("previews a pull request and deploys main on GitHub, and replaces the token file while Pulumi runs", async () => {
    const preview = await run(github.preview, onGithub(github.preview));
    expect(preview.code, preview.output).toBe(0);
    const before = identity.issued.length;
    const up = await run(github.up, onGithub(github.up));
    expect(up.code, up.output).toBe(0);
    expectShown("pipeline", "Expected output", preview.output + up.output);
    expect(identity.issued.length - before).toBeGreaterThan(1);
  });

  test("continues after a job on GitLab was killed, once the stack is unlocked", async () => {
    const match = { route: "/environment/{environmentId}/service/deploy" };
    await fault(platform, { match, fault: "delay", milliseconds: 60_000, times: 1 });
    expect((await example.run("pulumi", ["config", "set", "tag", "1.28", "--stack", "production"])).code).toBe(0);
    await killWhileDeploying(gitlab.up);
    await fault(platform);

    const locked = await run(gitlab.up, onGitlab());
    expect(locked.code).not.toBe(0);
    expectShown("pipeline", "Change it", locked.output);
    expect((await run(gitlab.unlock, onGitlab())).code).toBe(0);
    const up = await run(gitlab.up, onGitlab());
    expect(up.code, up.output).toBe(0);
    const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/container`);
    expect(body.results).toMatchObject([{ name: "site-production", tag: "1.28" }]);
  });

  /** Ends a job as a machine that is shut down does: all its processes at once, in the middle of a deployment. */
  async function killWhileDeploying(job: PipelineJob | undefined): Promise<void> {
    const command = job?.commands.at(-1) ?? "";
    const env = { ...example.env, ...onGitlab() };
    const deploying = startIn(example.folder, "sh", ["-c", command], env, true);
    await deploying.until("release updating (");
    // Pulumi's plugins are in process groups of their own.
    const started = startedBy(deploying.pid);
    for (const pid of [deploying.pid, ...started.map((each) => each.pid)]) kill(pid, "SIGKILL");
    await deploying.ended;
  }
});
