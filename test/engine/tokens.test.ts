/** A run with another token than the one before: what it may not see isn't gone. */
import {
  CloudCredentials,
  Container,
  ContainerRegistry,
  DeploymentTrigger,
  Environment,
  Project,
  Variable,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { jwtNamed } from "../support/jwt.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openStack } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const one = () => void new Container("web", containerArgs(platform));
const many = () => {
  const organizationId = platform.ids.organization;
  const project = new Project("shop", { organizationId });
  const env = new Environment("env", { projectId: project.id });
  const web = new Container("web", containerArgs(platform, { environmentId: env.id, variables: { A: "1" } }));
  new Variable("level", { on: web, key: "LEVEL", value: "info" });
  new Container("other", containerArgs(platform, { environmentId: platform.ids.environment }));
  new CloudCredentials("aws", { organizationId, aws: { roleArn: "arn:aws:iam::123456789012:role/a" } });
  new ContainerRegistry("images", { organizationId, kind: "PUBLIC_ECR", url: "https://public.ecr.aws", config: {} });
};

const names = async () =>
  (await stack.resources()).flatMap(({ urn }) => (urn.includes("::pulumi:") ? [] : [urn.split("::").at(-1)])).sort();

type Rule = { readonly match: object; readonly fault: string; readonly status?: number; readonly body?: unknown };
const get = (route: string) => ({ match: { method: "GET", route } });
const singles = [
  "/container/{containerId}",
  "/environment/{environmentId}",
  "/project/{projectId}",
  "/organization/{organizationId}/containerRegistry/{containerRegistryId}",
  "/organization/{organizationId}/aws/credentials/{credentialsId}",
];
const lists = [
  "/environment/{environmentId}/container",
  "/project/{projectId}/environment",
  "/organization/{organizationId}/project",
  "/organization/{organizationId}/containerRegistry",
  "/organization/{organizationId}/aws/credentials",
];
const empty = (route: string): Rule => ({ ...get(route), fault: "other-body", status: 200, body: { results: [] } });
const all = (fault: string, routes?: readonly string[]): Rule[] =>
  routes === undefined ? [{ match: {}, fault }] : routes.map((route) => ({ ...get(route), fault }));

describe("refresh", () => {
  test.each<[what: string, rules: readonly Rule[], code: string]>([
    ["that isn't allowed to read anything (403, AP3002)", all("403"), "AP3002"],
    ["that gets 404 everywhere (AP3003)", all("404"), "AP3003"],
    [
      "that isn't allowed to read a single resource (403, AP3002) and gets empty lists",
      [...all("403", singles), ...lists.map(empty)],
      "AP3002",
    ],
    [
      "of another organization (404 for resources, 403 for lists)",
      [...all("404", singles), ...all("403", lists)],
      "AP300[23]",
    ],
    [
      "of another organization (404, and 403 only for the organization's own lists)",
      [...all("404", [...singles, ...lists.slice(0, 2), "/variable"]), ...all("403", lists.slice(2))],
      "AP300[23]",
    ],
  ])("fails, and the resources stay in the state, with a token %s", async (_, rules, code) => {
    for (const program of [one, many]) {
      await stack.run("up", program);
      const before = await names();
      expect((await platform.request("PUT", "/_local/faults", { body: { rules } })).status).toBe(200);
      const env = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
      expect(await stack.fails("refresh", undefined, { env, continueOnError: true })).toMatch(new RegExp(code));
      expect(await names()).toEqual(before);
      await platform.request("DELETE", "/_local/faults");
      expect(Object.keys((await stack.run("refresh")).changes)).toEqual(["same"]);
    }
  });
});

describe("another access token", () => {
  test.each(["APP_PLATFORM_TOKEN", "app-platform:token"])(
    "changes and deploys nothing with a DeploymentTrigger in the stack, and the next change uses it: %s",
    async (setting) => {
      const release = (cpu: number) => () => {
        const { environment: environmentId } = platform.ids;
        const web = new Container("web", containerArgs(platform, { cpu }));
        new DeploymentTrigger("release", { environmentId, services: [web] });
      };
      const rotated = await openStack(platform, {
        env: {
          APP_PLATFORM_ENDPOINTS: "extended",
          ...(setting !== "APP_PLATFORM_TOKEN" && { APP_PLATFORM_TOKEN: "" }),
        },
        secretConfig: setting === "app-platform:token" ? { [setting]: platform.tokens.admin } : {},
      });
      /** The options of steps that use the token. */
      const using = async (token: string) => {
        if (setting === "APP_PLATFORM_TOKEN") return { env: { APP_PLATFORM_TOKEN: token } };
        await rotated.configure({ [setting]: token });
        return {};
      };
      await rotated.run("up", release(500));
      const { body } = await platform.request("POST", "/_local/tokens", { body: { role: "admin", ttl: "1h" } });
      const before = await rotated.resources();
      await forgetRequests(platform);
      const options = await using(body.token);
      expect((await rotated.run("preview", release(500), options)).changes).toEqual({ same: 3 });
      expect((await rotated.run("up", release(500), options)).changes).toEqual({ same: 3 });
      expect(await rotated.resources()).toEqual(before);
      expect((await rotated.run("up", release(500), { ...options, refresh: true })).changes).toEqual({ same: 3 });
      expect(await writes(platform)).toEqual([]);
      expect(await rotated.fails("up", release(600), await using(jwtNamed("forged")))).toContain("AP3001");
      await forgetRequests(platform);
      const { changes } = await rotated.run("up", release(600), await using(body.token));
      expect(changes).toEqual({ same: 1, update: 2 });
      expect(await requests(platform)).toMatchObject({ "POST /environment/{environmentId}/service/deploy 202": 1 });
      await rotated.close();
    },
  );
});
