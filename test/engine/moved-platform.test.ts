/** Covers provider/resource/existence.ts. */
import {
  Container,
  Database,
  DeploymentTrigger,
  Environment,
  Project,
  TerraformService,
  Variable,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { argsOf } from "../cli/errors/preparation.js";
import { openedPlatform } from "../platform/support/opened.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

/** Two platforms with the same seeded IDs, and a stack on the first one. */
const { platform, stack } = opened({ endpoints: "extended", isFresh: true });
const other = openedPlatform({ endpoints: "extended" });

const program = () => {
  const { environment: environmentId, organization: organizationId } = platform.ids;
  const project = new Project("shop", { organizationId });
  const own = new Environment("own", { projectId: project.id });
  const web = new Container("web", containerArgs(platform, { variables: { A: "1" } }));
  new Variable("level", { on: web, key: "LEVEL", value: "info" });
  new Database("db", { environmentId: own.id, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
  new TerraformService("network", argsOf("TerraformService", platform));
  new DeploymentTrigger("release", { environmentId, services: [web] });
};

const elsewhere = () => ({ APP_PLATFORM_BASE_URL: other.url, APP_PLATFORM_TOKEN: other.tokens.admin });
const host = (url: string) => new URL(url).host;

const urns = async () =>
  (await stack.resources()).flatMap(({ urn }) => (urn.includes("::pulumi:") ? [] : [urn])).sort();
const locations = async () => [
  ...new Set((await stack.resources()).flatMap(({ outputs }) => outputs?.__location ?? [])),
];

/** Gives the other platform everything that the first one has, as if it had moved. */
async function move(): Promise<void> {
  const { body } = await platform.request("GET", "/_local/snapshot");
  expect((await other.request("PUT", "/_local/snapshot", { body })).status).toBe(204);
}

describe("other platform with the same IDs", () => {
  test.each(["refresh", "destroy"] as const)(
    "%s fails with AP2010, advises APP_PLATFORM_MOVED_FROM, and keeps the resources in the state",
    async (step) => {
      await other.request("POST", "/_local/reset");
      await stack.run("up", program);
      const before = await urns();
      const output = await stack.fails(step, undefined, { env: elsewhere(), continueOnError: true });
      const [from, to] = [host(platform.url), host(other.url)];
      expect(output).toContain(`AP2010: Database "db" is on ${from}, and isn't on ${to}`);
      expect(output).toContain(`run \`pulumi refresh\` with APP_PLATFORM_MOVED_FROM=${from}`);
      const after = await urns();
      // The trigger exists only in the stack.
      expect(after.filter((urn) => !urn.includes("release"))).toEqual(before.filter((urn) => !urn.includes("release")));
      expect(Object.keys((await stack.run("refresh")).changes)).toEqual(["same"]);
      await stack.run("destroy");
    },
  );

  test("refresh and destroy fail with AP2010 for a trigger with `cancelOnDestroy`, and cancel nothing there", async () => {
    await other.request("POST", "/_local/reset");
    const { environment: environmentId } = platform.ids;
    const withTrigger = () => {
      const web = new Container("web", containerArgs(platform));
      new DeploymentTrigger("release", { environmentId, services: [web], cancelOnDestroy: true });
    };
    await stack.run("up", withTrigger);
    const status = async () => (await other.request("GET", `/environment/${environmentId}/status`)).body;
    const before = await status();
    for (const step of ["refresh", "destroy"] as const) {
      const output = await stack.fails(step, undefined, { env: elsewhere(), continueOnError: true });
      expect(output).toContain('AP2010: DeploymentTrigger "release"');
    }
    expect(await status()).toEqual(before);
    await stack.run("destroy");
  });

  test("up fails with AP2010 for a changed resource", async () => {
    await other.request("POST", "/_local/reset");
    const withCpu = (cpu: number) => () => void new Container("web", containerArgs(platform, { cpu }));
    await stack.run("up", withCpu(500));
    expect(await stack.fails("up", withCpu(750), { env: elsewhere() })).toContain("AP2010");
    await stack.run("up", withCpu(750));
  });
});

test("refresh with APP_PLATFORM_MOVED_FROM removes what isn't at the new address from the state, and deletes nothing", async () => {
  await other.request("POST", "/_local/reset");
  await stack.run("up", program);
  const web = await stack.resource("web");
  const env = { ...elsewhere(), APP_PLATFORM_MOVED_FROM: host(platform.url) };
  for (const each of [platform, other]) await forgetRequests(each);
  await stack.run("refresh", undefined, { env });
  // The trigger exists only in the stack.
  expect(await urns()).toEqual([expect.stringMatching(/DeploymentTrigger::release$/)]);
  expect([await writes(platform), await writes(other)]).toEqual([[], []]);
  expect((await platform.request("GET", `/container/${web.id}`)).status).toBe(200);
});

describe("platform that has moved to another address", () => {
  test("is recognized by its resources in refresh, up and destroy", async () => {
    await stack.run("up", program);
    expect(await locations()).toEqual([host(platform.url)]);
    await move();
    await stack.run("refresh", undefined, { env: elsewhere() });
    expect(await locations()).toEqual([host(other.url)]);
    expect(Object.keys((await stack.run("up", program, { env: elsewhere() })).changes)).toEqual(["same"]);
    await stack.run("destroy", undefined, { env: elsewhere() });
    expect(await urns()).toEqual([]);
  });
});
