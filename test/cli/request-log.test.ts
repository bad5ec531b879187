/** The log of requests, which both providers and the command write to at once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { describe, expect, it } from "vitest";
import { manifest } from "../../cli/manifest.js";
import { records } from "../kinds/index.js";
import { openedPlatform } from "../platform/support/opened.js";
import { settingsOf } from "./support/operated.js";
import { runCli } from "./support/run.js";
import { startServer } from "./support/servers.js";
import { openedCliStack } from "./support/stack.js";

type Line = Readonly<Record<string, string | number>>;

const platform = openedPlatform({ endpoints: "extended" });
// Relative: in the folder of the project, whatever the folder of the process that writes.
const env = { APP_PLATFORM_ENDPOINTS: "extended", APP_PLATFORM_LOG_FILE: "logs/requests.jsonl" };
const stack = openedCliStack(platform, () => ({ env }));
const linesIn = (file: string): Line[] =>
  readFileSync(join(stack.folder, file), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const ofPost = (lines: readonly Line[]) => lines.filter(({ method }) => method === "POST");

const argsOf = (name: string) => ({ ...records.Container.lifecycle.args(platform.ids), name }) as native.ContainerArgs;

describe("log of requests", () => {
  it("names the URN of a request's resource and the platform's request ID", async () => {
    await stack.run("up", () => {
      new dynamic.Container("dynamic", argsOf("of-the-dynamic-provider"));
      new native.Container("native", argsOf("of-the-native-provider"));
      const { url: baseUrl, tokens } = platform;
      const own = { baseUrl, token: tokens.admin, endpoints: "extended", logFile: "logs/own.jsonl" } as const;
      const provider = new native.Provider("own", own);
      new native.Container("explicit", argsOf("of-an-explicit-provider"), { provider });
    });
    const urnOf = (type: string, name: string) => `urn:pulumi:${stack.name}::program::${type}::${name}`;
    const urn = (name: string) => urnOf("app-platform:index:Container", name);
    const created = { route: "/environment/{environmentId}/container", attempt: 1, status: 201 };
    expect(ofPost(linesIn("logs/requests.jsonl")).sort((a, b) => (String(a.for) < String(b.for) ? -1 : 1))).toEqual([
      expect.objectContaining({ ...created, for: urn("native") }),
      expect.objectContaining({ ...created, for: urnOf("pulumi-nodejs:dynamic/app-platform:Container", "dynamic") }),
    ]);
    expect(ofPost(linesIn("logs/own.jsonl"))).toEqual([expect.objectContaining({ ...created, for: urn("explicit") })]);
    const known = (await platform.request("GET", "/_local/requests/log")).body.results;
    const ids = known.map(({ requestId }: { requestId: string }) => requestId);
    const lines = [...linesIn("logs/requests.jsonl"), ...linesIn("logs/own.jsonl")];
    expect(ids).toEqual(expect.arrayContaining(lines.map(({ requestId }) => requestId)));
  });

  it("names the provider, run and stack, or the command, in the User-Agent of requests", async () => {
    const seen = new Set<string>();
    const server = await startServer((request, response) => {
      seen.add(String(request.headers["user-agent"]));
      response.writeHead(403, { "content-type": "application/json" }).end("{}");
    });
    const env = { APP_PLATFORM_BASE_URL: server.url };
    await stack.fails(
      "up",
      () => {
        new dynamic.Container("dynamic", { ...argsOf("of-the-dynamic-provider"), tag: "2" });
        new native.Container("native", { ...argsOf("of-the-native-provider"), tag: "2" });
      },
      { env, continueOnError: true },
    );
    await runCli(["status", platform.ids.environment], { env: { ...settingsOf(platform), ...env } });
    await server.close();
    const node = `pulumi-app-platform/${manifest.version} node/${process.versions.node}`;
    // Both providers know the port of their engine.
    const run = /run (\d+)/.exec([...seen].join())?.[1];
    expect([...seen].sort()).toEqual([
      `${node} (app-platform status)`,
      `${node} (native provider; up; run ${run}; program/${stack.name})`,
      `${node} pulumi/${sdkVersion} (dynamic provider; up; run ${run}; program/${stack.name})`,
    ]);
  });
});
