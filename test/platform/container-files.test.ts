/** The files that run the local platform as a container, as far as that can be without an engine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { program, runBackend, startPlatformProcess } from "./support/platform-process.js";

const root = join(__dirname, "../..");
const page = readFileSync(join(root, "docs/local-platform.md"), "utf8");

/** The block of the page that is a file. */
function fileOf(name: string) {
  const [, text] = page.split(`\`\`\`yaml [${name}]\n`);
  return parse(text?.split("```")[0] ?? "");
}

const compose = fileOf("compose.yaml").services;
const github = fileOf(".github/workflows/test.yml").jobs.test;
const gitlab = fileOf(".gitlab-ci.yml").test;
const own = parse(readFileSync(join(root, "backend/compose.yaml"), "utf8"));

type Variables = Readonly<Record<string, string>>;
const isOfBackend = ([name]: [string, string]) => name.startsWith("APP_PLATFORM_BACKEND_");
const ofBackend = (variables: Variables) => Object.fromEntries(Object.entries(variables).filter(isOfBackend));

/** What a file sets for the platform and for the program. */
const files: readonly (readonly [name: string, platform: Variables, program: Variables])[] = [
  ["docs/local-platform.md: compose.yaml", compose.platform.environment, compose.tests.environment],
  ["docs/local-platform.md: GitHub workflow", github.services.platform.env, github.env],
  ["docs/local-platform.md: GitLab pipeline", ofBackend(gitlab.variables), gitlab.variables],
];

describe.each(files)("%s", (_name, platform, client) => {
  it("configures a platform that accepts the program's token, serves the extended endpoints and has the local secret", async () => {
    const env = { ...process.env, ...platform, APP_PLATFORM_BACKEND_PORT: "0", APP_PLATFORM_BACKEND_JSON: "true" };
    const child = spawn(process.execPath, [program, "serve"], { env });
    const [line] = await once(child.stdout.setEncoding("utf8"), "data");
    const { url, ids, localSecret } = JSON.parse(line);
    const scheme = client.APP_PLATFORM_TOKEN_SCHEME === "token" ? "Token" : "Bearer";
    const get = (path: string, headers: Record<string, string>) =>
      fetch(url + path, { headers }).then(({ status }) => status);
    // An endpoint of the set that the program uses.
    const authorization = `${scheme} ${client.APP_PLATFORM_TOKEN}`;
    expect(client.APP_PLATFORM_ENDPOINTS).toBe("extended");
    expect(await get(`/environment/${ids.environment}/status`, { authorization })).toBe(200);
    expect(localSecret).toBe(platform.APP_PLATFORM_BACKEND_LOCAL_SECRET);
    child.kill("SIGTERM");
    await once(child, "exit");
  });

  it("sets only variables that serve --help lists", () => {
    const help = runBackend(["serve", "--help"]).stdout.replace(/\s+/g, " ");
    for (const name of Object.keys(platform)) expect(help).toContain(`env: ${name})`);
  });
});

describe("backend/compose.yaml", () => {
  const { platform } = own.services;

  it("builds the image of the package, and publishes its port on 127.0.0.1 only", () => {
    expect(existsSync(join(root, "backend", platform.build.context, platform.build.dockerfile))).toBe(true);
    expect(platform.ports).toEqual(["127.0.0.1:4310:4310"]);
    expect(platform.volumes).toEqual(["data:/data"]);
    expect(Object.keys(own.volumes)).toEqual(["data"]);
  });

  it("uses the token that docs/local-platform.md sets", () => {
    expect(platform.environment.APP_PLATFORM_BACKEND_TOKEN).toBe(`\${APP_PLATFORM_TOKEN:-local}`);
    expect(page).toContain("export APP_PLATFORM_TOKEN=local\nexport APP_PLATFORM_TOKEN_SCHEME=token\n");
  });
});

it("GitLab pipeline forwards a loopback port to the platform", async () => {
  const platform = await startPlatformProcess({ args: ["--token", "local"] });
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as { port: number };
  free.close();
  const [, script] = /node -e '(.+)' &$/.exec(gitlab.script[0].trim()) ?? [];
  const here = (script ?? "")
    .replace('4310, "platform"', `${new URL(platform.url).port}, "127.0.0.1"`)
    .replace("listen(4310", `listen(${port}`);
  const forwarder = spawn(process.execPath, ["-e", here], { stdio: "ignore" });
  const headers = { authorization: "Token local" };
  const address = `http://127.0.0.1:${port}/environment/${platform.ids.environment}/job`;
  const status = async () => (await fetch(address, { headers }).catch(() => undefined))?.status;
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  forwarder.kill();
  await platform.stop();
});
