/** Advanced settings: a program owns the ones that it names, on every kind that has them. */
import { describe, expect, test } from "vitest";
import { type Kind, records } from "../kinds/index.js";
import { sample } from "../support/full.js";
import { declare } from "./support/declare.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { throughDoor } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const grace = "deployment.termination_grace_period_seconds";
const readOnly = "security.read_only_root_filesystem";
const account = "security.service_account_name";
const affinity = "deployment.affinity.node.required";

type Settings = Readonly<Record<string, unknown>>;

const program = (advancedSettings?: Settings, kind: Kind = "Container") => {
  return (): void => {
    const args = records[kind].lifecycle.args(platform.ids);
    declare(kind, "web", { ...args, ...(advancedSettings && { advancedSettings }) });
  };
};

const path = async (segment = "container") => `/${segment}/${(await stack.resource("web")).id}/advancedSettings`;
const settings = async (segment?: string): Promise<Settings> =>
  (await platform.request("GET", await path(segment))).body;
const defaults = async (): Promise<Settings> =>
  (await platform.request("GET", "/defaultContainerAdvancedSettings")).body;
/** What somebody else sets in the platform's console. */
async function byHand(changed: Settings): Promise<void> {
  await platform.request("PUT", await path(), { body: { ...(await settings()), ...changed } });
}
const run = async (step: Parameters<typeof stack.run>[0], desired?: Settings) => {
  await forgetRequests(platform);
  return stack.run(step, program(desired));
};
const route = "/container/{containerId}/advancedSettings";
const same = { same: 2 };
const update = { same: 1, update: 1 };

const kinds: [kind: Kind, segment: string][] = [
  ["Application", "application"],
  ["Container", "container"],
  ["Job", "job"],
  ["HelmService", "helm"],
  ["TerraformService", "terraform"],
];

/** Without `FULL=1`, every other kind through each door. */
describe.each(sample(kinds, throughDoor === "native" ? 1 : 0, 2))("advancedSettings of a %s", (kind, segment) => {
  test("are set by a create, updated, and reset to their defaults when removed", async () => {
    const first = { [grace]: 120, [readOnly]: true, [affinity]: { zone: "a" } };
    await stack.run("up", program(first, kind));
    expect(await settings(segment)).toMatchObject(first);
    expect((await stack.run("preview", program(first, kind))).changes).toEqual(same);
    expect((await stack.run("up", program({ [grace]: 90, [readOnly]: true }, kind))).changes).toEqual(update);
    expect(await settings(segment)).toMatchObject({ [grace]: 90, [readOnly]: true, [affinity]: {} });
    expect((await stack.run("up", program(undefined, kind))).changes).toEqual(update);
    expect(await settings(segment)).toMatchObject({ [grace]: 60, [readOnly]: false });
    expect((await stack.run("preview", program(undefined, kind))).changes).toEqual(same);
  });
});

test("advancedSettings of a cluster are those that the program sets", async () => {
  const cluster = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}/advancedSettings`;
  const read = async () => (await platform.request("GET", cluster)).body;
  await stack.run("up", program({ "load_balancer.size": "lb-l" }, "Cluster"));
  expect(await read()).toMatchObject({ "load_balancer.size": "lb-l", "loki.log_retention_in_week": 12 });
  expect((await stack.run("refresh")).changes).toEqual(same);
  expect((await stack.run("up", program(undefined, "Cluster"))).changes).toEqual(update);
  expect(await read()).toMatchObject({ "load_balancer.size": "lb-s" });
});

describe("advancedSettings", () => {
  test("are preserved if the program doesn't set them", async () => {
    await run("up", { [grace]: 120 });
    await byHand({ [account]: "by hand" });
    expect((await run("refresh")).changes).toEqual(same);
    expect((await run("preview", { [grace]: 120 })).changes).toEqual(same);
    await run("up", { [grace]: 90 });
    expect(await settings()).toEqual({ ...(await defaults()), [grace]: 90, [account]: "by hand" });
    await run("up");
    expect(await settings()).toEqual({ ...(await defaults()), [account]: "by hand" });
  });

  test("are corrected by the next up after a refresh if somebody changed them", async () => {
    await run("up", { [grace]: 120 });
    await byHand({ [grace]: 30 });
    await run("refresh");
    expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1 });
    expect((await stack.resource("web")).outputs.advancedSettings).toEqual({ [grace]: 30 });
    expect((await run("up", { [grace]: 120 })).changes).toEqual(update);
    expect(await settings()).toMatchObject({ [grace]: 120 });
    await byHand({ [grace]: 60 });
    await run("up", { [grace]: 60 });
    expect(await writes(platform)).toEqual([]);
  });
});
