import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { output } from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { everyField, type Secrets } from "./every-field.js";
import { makeEveryKind } from "./every-kind.js";
import { openStack, type Program, type TestStack } from "./stack.js";

let platform: Platform;
let stack: TestStack;
/** Everything that was shown or kept outside the state, by where. */
const seen: Record<string, string> = {};
let token = "";

/** Values found nowhere else, so that a search for them finds only leaks. */
const canary = (what: string) => `canary-${what}-${randomBytes(9).toString("hex")}`;
const canaries = (): Secrets => ({
  argocdToken: canary("argocd"),
  tfVar: canary("tfvar"),
  triggerAuthentication: canary("trigger"),
  alerting: canary("alerting"),
});
const first = canaries();
const second = canaries();
const wrongToken = canary("token");

beforeAll(async () => {
  platform = await startPlatform();
  ({ token } = (await platform.request("POST", "/_local/tokens", { body: { role: "admin" } })).body);
  stack = await openStack(platform, {
    env: { APP_PLATFORM_TOKEN: "" },
    secretConfig: { "app-platform:token": token },
  });
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

/** All kinds that carry a secret, given in plain text; some of them handed out again. */
const program =
  (secrets: Secrets, breakIt = false): Program =>
  () => {
    const args = everyField(platform.ids, secrets);
    const { container, cluster, argoCdConfig, terraformService } = makeEveryKind({
      ...args,
      argoCdConfig: breakIt ? { ...args.argoCdConfig, argocdToken: [secrets.argocdToken] as never } : args.argoCdConfig,
    });
    return {
      autoscaling: container.autoscaling,
      metrics: cluster.metricsParameters,
      token: argoCdConfig.argocdToken,
      variables: terraformService.terraformVariablesSource,
      // Nothing secret is in here, and nothing may become secret by accident.
      url: output(argoCdConfig.argocdUrl),
    };
  };

const filesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** What to look for: the secrets, and of a token also its signed parts. */
const sought = () => [
  ...Object.values(first),
  ...Object.values(second),
  wrongToken,
  token,
  platform.tokens.admin,
  ...token.split(".").slice(1),
];

const leaksIn = (text: string) =>
  sought().filter(
    (each) => text.includes(each) || text.includes(Buffer.from(each).toString("base64").replace(/=+$/, "")),
  );

describe("secrets given in plain text", () => {
  test("are made, edited, refreshed, shown as a difference, and used in failing steps", async () => {
    seen.up = (await stack.run("up", program(first))).output;
    seen.refresh = (await stack.run("refresh")).output;
    // Application, container and Terraform service have no edit here: their secret is named, never shown.
    seen.refused = await stack.fails("preview", program(second));
    expect(seen.refused).toContain(": a secret value → a secret value");
    seen.wrong = await stack.fails("preview", program(first, true));
    expect(seen.wrong).toContain("argocdToken: found a secret value; allowed is a text");
    const edited = { ...first, argocdToken: second.argocdToken, alerting: second.alerting };
    seen.difference = (await stack.run("preview", program(edited), { diff: true })).output;
    expect(seen.difference).toContain("argocdToken");
    const { changes, output } = await stack.run("up");
    seen.edited = output;
    expect(changes).toMatchObject({ update: 2 });
    seen.unauthorized = await stack.fails("refresh", undefined, { env: { APP_PLATFORM_TOKEN: wrongToken } });
    expect(seen.unauthorized).toContain("AP3001");
    seen.unreachable = await stack.fails("refresh", undefined, {
      env: { APP_PLATFORM_BASE_URL: "http://127.0.0.1:9" },
    });
    expect(seen.unreachable).toContain("AP3101");
  });

  test("are encrypted in inputs and outputs, and nothing else is", async () => {
    const isSecret = (value: unknown) =>
      (value as Record<string, unknown>)["4dabf18193072939515e22adb298388d"] !== undefined;
    for (const at of ["inputs", "outputs"] as const) {
      const argoCd = (await stack.resource("argo-cd-config"))[at];
      expect([isSecret(argoCd.argocdToken), argoCd.argocdUrl]).toEqual([true, "https://argocd.example.com"]);
      const { alerting } = (await stack.resource("cluster"))[at].metricsParameters.configuration;
      expect([isSecret(alerting.specConfigSecret), alerting.configName]).toEqual([true, "main"]);
      const { terraformVariablesSource } = (await stack.resource("terraform-service"))[at];
      expect(isSecret(terraformVariablesSource.tfVars)).toBe(true);
      for (const name of ["container", "application"]) {
        expect(isSecret((await stack.resource(name))[at].autoscaling.scalers)).toBe(true);
      }
    }
  });

  test("are in no file, no output, no log, no journal and no error, in clear", async () => {
    seen.exported = await stack.exported();
    seen.journal = JSON.stringify((await platform.request("GET", "/_local/requests")).body);
    seen.logs = platform.logs();
    for (const file of await filesUnder(stack.folder)) seen[file] = await readFile(file, "utf8");
    expect(Object.keys(seen).some((file) => file.endsWith(".json"))).toBe(true);
    const leaks = Object.entries(seen).flatMap(([where, text]) => leaksIn(text).map((leak) => `${where}: ${leak}`));
    expect(leaks).toEqual([]);
  });

  test("are told apart by the search: it finds what is in clear", () => {
    expect(leaksIn(`a line with ${first.tfVar} in it`)).toEqual([first.tfVar]);
  });

  test("are what the platform got", async () => {
    const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/container`);
    expect(body.results[0].autoscaling.scalers[1].trigger_authentication.config_yaml).toBe(first.triggerAuthentication);
  });
});
