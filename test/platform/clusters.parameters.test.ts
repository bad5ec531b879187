import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openedFolder } from "../support/opened-folder.js";
import type { Body } from "./support/bodies.js";
import { fieldsOf, opened } from "./support/opened.js";

const ids = {
  constant: "00000000-0000-4000-8000-0000000000f1",
  chosen: "00000000-0000-4000-8000-0000000000f2",
  odd: "00000000-0000-4000-8000-0000000000f3",
  free: "00000000-0000-4000-8000-0000000000f4",
  switch: "00000000-0000-4000-8000-0000000000f5",
};
const features = [
  { id: ids.constant, title: "Constant", value: "fixed", is_value_updatable: false },
  { id: ids.chosen, title: "Chosen", value: "small", accepted_values: ["small", "large", ""] },
  { id: ids.odd, title: "Odd", accepted_values: ["a", "b"] },
  { id: ids.free, title: "Free" },
  { id: ids.switch, title: "Switch", accepted_values: ["true"] },
];

const folder = openedFolder("cluster");
const seed = join(folder, "seed.json");
writeFileSync(seed, JSON.stringify({ features }));
const { platform, send, read: get } = opened({ seed });

const bare = { name: "main", region: "eu-west-3", cloud_provider: "AWS" };
const clusters = () => `/organization/${platform.ids.organization}/cluster`;
const put = (change: Body) => send("PUT", `${clusters()}/${platform.ids.cluster}`, { ...bare, ...change });
const read = async () => (await get(clusters())).results[0];

describe("PUT cluster: parameters", () => {
  it("returns false for an omitted `enabled`, and null for other unset members", async () => {
    const toggles = { cloud_watch_export_config: {}, internal_network_monitoring: {}, alerting: {} };
    const metrics_parameters = { configuration: { kind: "MANAGED_BY_PLATFORM", ...toggles } };
    const edited = await put({ keda: {}, metrics_parameters, cloud_provider_credentials: {} });
    expect(edited.body).toMatchObject({
      keda: { enabled: false },
      cloud_provider_credentials: { cloud_provider: null, credentials: null, region: null },
      metrics_parameters: {
        enabled: false,
        configuration: {
          resource_profile: null,
          cloud_watch_export_config: { enabled: false },
          internal_network_monitoring: { enabled: false },
          alerting: { enabled: false, default_rule_labels: null, spec_config_secret: null },
        },
      },
    });
    const unset = { enabled: false, configuration: null };
    expect((await put({ metrics_parameters: {} })).body.metrics_parameters).toEqual(unset);
  });

  it.each([
    ["a text that isn't a UUID", "ümlaut 1"],
    ["a UUID in uppercase", "0D1E2F30-4152-4637-8495-A6B7C8D9E0F1"],
  ])("stores the ID of credentials as sent: %s", async (_what, id) => {
    const edited = await put({ cloud_provider_credentials: { credentials: { id } } });
    expect(edited.body.cloud_provider_credentials).toMatchObject({ credentials: { id, name: null } });
    expect((await read()).cloud_provider_credentials.credentials.id).toBe(id);
  });
});

it("PUT cluster returns 400 if `min_running_nodes` is above `max_running_nodes`", async () => {
  for (const nodes of [0, 5])
    expect((await put({ min_running_nodes: nodes, max_running_nodes: nodes })).status).toBe(200);
  const refused = await put({ min_running_nodes: 6, max_running_nodes: 5 });
  expect([refused.status, fieldsOf(refused)]).toEqual([400, ["min_running_nodes"]]);
});

/** Only a snapshot has a cluster on another cloud provider: no update changes it. */
async function outputsOn(provider: string) {
  const snapshot = await get("/_local/snapshot");
  snapshot.tables.record.find(({ kind }: Body) => kind === "cluster").body.config.cloud_provider = provider;
  expect((await send("PUT", "/_local/snapshot", snapshot)).status).toBe(204);
  return (await read()).infrastructure_outputs;
}

it.each([
  ["AWS", "EKS", ["cluster_arn", "vpc_id"]],
  ["AZURE", "AKS", []],
  ["GCP", "GKE", ["cluster_self_link"]],
  ["SCW", "SCW_KAPSULE", []],
])("cluster on %s returns all infrastructure outputs of %s", async (provider, kind, own) => {
  const outputs = await outputsOn(provider);
  expect(outputs.kind).toBe(kind);
  expect(Object.keys(outputs).sort()).toEqual(["kind", "cluster_name", "cluster_oidc_issuer", ...own].sort());
  for (const text of Object.values(outputs)) expect(text).toMatch(/./);
});

it("cluster on another cloud provider returns no infrastructure outputs", async () => {
  expect(await outputsOn("HETZNER")).toBeNull();
});

it("cluster has a `disk_size` of 20 until its first update, and then 40 by default", async () => {
  expect((await read()).disk_size).toBe(20);
  expect((await put({})).body.disk_size).toBe(40);
  expect((await put({ disk_size: 20 })).body.disk_size).toBe(20);
});

describe("PUT cluster: feature", () => {
  const set = (...given: Body[]) => put({ features: given });
  const shownValue = async (id: string) =>
    (await read()).features.find((each: Body) => each.id === id).value_object?.value ?? null;

  it("accepts each of the accepted values", async () => {
    for (const value of ["large", "", "small"]) {
      expect((await set({ id: ids.chosen, value })).status).toBe(200);
      expect(await shownValue(ids.chosen)).toBe(value);
    }
  });

  const of = (value: unknown, id = ids.chosen) => ({ id, value });
  it.each([
    ["not one of the accepted values", of("medium"), "value", "small, large"],
    ["different from a value that can't change", of("other", ids.constant), "value", "can't change"],
    ["a number", of(1), "value", "must be a string, true, false or an object"],
    ["a list", of(["a"], ids.odd), "value", "must be a string, true, false or an object"],
    ["an object instead of an accepted value", of({}), "value", "must be one of"],
    ["an object", of({}, ids.free), "value", "must be a string, true or false"],
    ["missing", { id: ids.chosen }, "value", "is required"],
    ["null", of(null), "value", "is required"],
    [
      "null, with a `value_object` that isn't accepted",
      { ...of(null), value_object: { value: "a" } },
      "value_object",
      "must be",
    ],
  ])("returns 400 if the value is %s", async (_why, feature, member, message) => {
    const { status, body } = await set(feature);
    const violation = { field: `features[0].${member}`, message: expect.stringContaining(message) };
    expect([status, body.violations]).toEqual([400, [violation]]);
  });

  it("accepts a string or a boolean, and returns it with its type", async () => {
    for (const [type, value] of Object.entries({ BOOLEAN: true, STRING: "text" })) {
      expect((await set({ id: ids.free, value })).status).toBe(200);
      const shown = (await read()).features.find((each: Body) => each.id === ids.free);
      expect(shown.value_object).toEqual({ type, value });
    }
    // A boolean is the same as its text.
    expect((await set({ id: ids.switch, value: true })).status).toBe(200);
    expect(fieldsOf(await set({ id: ids.switch, value: false }))).toEqual(["features[0].value"]);
  });

  it("reports an invalid value with all other violations, also if an item isn't an object", async () => {
    const response = await put({ disk_size: 0, features: [5, { id: ids.constant, value: "other" }] });
    expect(fieldsOf(response)).toEqual(["disk_size", "features[0]", "features[1].value"]);
  });

  it("accepts the current value even if it isn't one of the accepted values or can't change", async () => {
    const { features: shown } = await read();
    expect((await set(...shown)).status).toBe(200);
    expect((await set({ id: ids.constant, value: "fixed" })).status).toBe(200);
    expect((await read()).features).toEqual(shown);
    expect(await shownValue(ids.odd)).toBeNull();
  });

  it("resets the value to its default if the update omits the feature", async () => {
    await set({ id: ids.chosen, value: "large" }, { id: ids.odd, value: "a" });
    expect(await shownValue(ids.odd)).toBe("a");
    await set({ id: ids.odd, value: "b" });
    expect([await shownValue(ids.chosen), await shownValue(ids.odd)]).toEqual(["small", "b"]);
  });
});
