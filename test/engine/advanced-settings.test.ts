/** Advanced settings: a program owns the ones that it names. */
import { expect, test } from "vitest";
import { type Kind, records } from "../kinds/index.js";
import { declare } from "./support/declare.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const grace = "deployment.termination_grace_period_seconds";
const readOnly = "security.read_only_root_filesystem";
const account = "security.service_account_name";
const affinity = "deployment.affinity.node.required";

type Settings = Readonly<Record<string, unknown>>;

const program =
  (advancedSettings?: Settings, kind: Kind = "Container") =>
  (): void => {
    const args = records[kind].lifecycle.args(platform.ids);
    declare(kind, "web", { ...args, ...(advancedSettings && { advancedSettings }) });
  };
const path = async () => `/container/${(await stack.resource("web")).id}/advancedSettings`;
const settings = async (): Promise<Settings> => (await platform.request("GET", await path())).body;
/** What somebody else sets in the platform's console. */
async function byHand(changed: Settings): Promise<void> {
  await platform.request("PUT", await path(), { body: { ...(await settings()), ...changed } });
}
const same = { same: 2 };
const update = { same: 1, update: 1 };

test("advancedSettings are set by a create, updated, and reset if removed, and keys that others set are preserved", async () => {
  const { body: defaults } = await platform.request("GET", "/defaultContainerAdvancedSettings");
  const first = { [grace]: 120, [readOnly]: true, [affinity]: { zone: "a" } };
  await stack.run("up", program(first));
  expect(await settings()).toEqual({ ...defaults, ...first });
  await byHand({ [account]: "by hand" });
  expect((await stack.run("refresh")).changes).toEqual(same);
  expect((await stack.run("preview", program(first))).changes).toEqual(same);
  expect((await stack.run("up", program({ [grace]: 90, [readOnly]: true }))).changes).toEqual(update);
  expect(await settings()).toMatchObject({ [grace]: 90, [readOnly]: true, [affinity]: {} });
  expect((await stack.run("up", program())).changes).toEqual(update);
  expect(await settings()).toEqual({ ...defaults, [account]: "by hand" });
  expect((await stack.run("preview", program())).changes).toEqual(same);
});

test("advancedSettings of a Cluster are set, and reset to their defaults if removed", async () => {
  const cluster = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}/advancedSettings`;
  const read = async () => (await platform.request("GET", cluster)).body;
  await stack.run("up", program({ "load_balancer.size": "lb-l" }, "Cluster"));
  expect(await read()).toMatchObject({ "load_balancer.size": "lb-l", "loki.log_retention_in_week": 12 });
  expect((await stack.run("refresh")).changes).toEqual(same);
  expect((await stack.run("up", program(undefined, "Cluster"))).changes).toEqual(update);
  expect(await read()).toMatchObject({ "load_balancer.size": "lb-s" });
});

test("advancedSettings changed by hand are read by one request of a refresh, and restored by the next up", async () => {
  await stack.run("up", program({ [grace]: 120 }));
  await byHand({ [grace]: 30 });
  await forgetRequests(platform);
  await stack.run("refresh");
  expect(await requests(platform)).toMatchObject({ "GET /container/{containerId}/advancedSettings 200": 1 });
  expect((await stack.resource("web")).outputs.advancedSettings).toEqual({ [grace]: 30 });
  expect((await stack.run("up", program({ [grace]: 120 }))).changes).toEqual(update);
  expect(await settings()).toMatchObject({ [grace]: 120 });
  await byHand({ [grace]: 60 });
  await forgetRequests(platform);
  await stack.run("up", program({ [grace]: 60 }));
  expect(await writes(platform)).toEqual([]);
});

test("preview of advancedSettings requests the defaults once for two Containers, and once more for a Job", async () => {
  const two = () => {
    for (const name of ["web", "api"]) {
      const args = records.Container.lifecycle.args(platform.ids);
      declare("Container", name, { ...args, name, advancedSettings: { [grace]: 90 } });
    }
  };
  const defaultsRequests = async () =>
    Object.entries(await requests(platform)).filter(([request]) => request.startsWith("GET /default"));
  await forgetRequests(platform);
  await stack.run("preview", two);
  expect(await defaultsRequests()).toEqual([["GET /defaultContainerAdvancedSettings 200", 1]]);
  await forgetRequests(platform);
  await stack.run("preview", () => {
    two();
    declare("Job", "job", { ...records.Job.lifecycle.args(platform.ids), advancedSettings: { [grace]: 90 } });
  });
  expect((await defaultsRequests()).sort()).toEqual([
    ["GET /defaultContainerAdvancedSettings 200", 1],
    ["GET /defaultJobAdvancedSettings 200", 1],
  ]);
});
