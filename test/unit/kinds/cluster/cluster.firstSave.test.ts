/** The first save of a cluster that exists already. */
import { describe, expect, it } from "vitest";
import { cluster, ids } from "../../../kinds/fixtures.js";
import { type EndpointSet, UNKNOWN, type Values } from "../../../support/provider.js";
import { fakePlatform, lifecycle } from "../../support/fake-platform.js";

const platform = fakePlatform();

const clusters = `/organization/${ids.organization}/cluster`;
const put = `PUT ${clusters}/${ids.cluster}`;
const required = { ...cluster.path, name: "main", region: "eu-west-3", cloudProvider: "AWS" };

const cycleOf = (endpoints: EndpointSet) => lifecycle("Cluster", platform.url, { endpoints });
function serve(there: Values = {}): void {
  const existing = { ...cluster.response, ...there };
  platform.on(`GET ${clusters}`, [200, { results: [existing] }]);
  platform.on(put, ({ body }) => [200, { ...existing, ...(body as Values), features: existing.features ?? [] }]);
}

describe("first update of a cluster (extended)", () => {
  it("keeps every setting that the program omits", async () => {
    serve();
    const { outputs } = await cycleOf("extended").create({ ...required, maxRunningNodes: 5 });
    expect(platform.lines()).toEqual([`GET ${clusters}`, put]);
    expect(platform.arrived.at(-1)?.body).toEqual({ ...cluster.request, max_running_nodes: 5 });
    const kept = { production: true, minRunningNodes: 3, sshKeys: expect.anything() };
    expect(outputs).toMatchObject({ maxRunningNodes: 5, ...kept });
  });

  it("is not sent if nothing differs", async () => {
    serve();
    const { id, outputs } = await cycleOf("extended").create({ ...required, maxRunningNodes: 9, acceptDefaults: true });
    expect(platform.lines()).toEqual([`GET ${clusters}`]);
    expect(id).toBe(ids.cluster);
    expect(outputs).toMatchObject({ maxRunningNodes: 9, production: true, acceptDefaults: true });
  });

  it("preserves features with a value and undocumented members", async () => {
    const other = { id: ids.helm, title: "unset", value_object: null };
    const secret_manager_accesses = { vault: 1 };
    serve({ features: [...(cluster.response.features as Values[]), other], secret_manager_accesses });
    await cycleOf("extended").create({ ...required, description: "other" });
    const kept = { features: [{ id: ids.feature, value: "true" }], secret_manager_accesses };
    expect(platform.arrived.at(-1)?.body).toMatchObject(kept);
  });

  it.each<[what: string, more: Values, changes: string | undefined]>([
    ["with its changes", { maxRunningNodes: 5, production: false }, "maxRunningNodes: 9 → 5, production: true → false"],
    ["without changes", { acceptDefaults: true }, undefined],
    ["with a value above a default", { minRunningNodes: 5 }, "minRunningNodes: 3 → 5"],
  ])("is shown at preview %s, without acceptDefaults", async (_, more, changes) => {
    serve();
    const { check, warnings, infos } = cycleOf("extended");
    expect(await check({ ...required, ...more })).toEqual([]);
    const adopts = `Cluster "main" adopts the existing resource with id ${ids.cluster}`;
    expect(warnings).toEqual(changes === undefined ? [] : [`${adopts} and changes ${changes}.`]);
    expect(infos).toEqual(changes === undefined ? [`${adopts} without changes.`] : []);
    expect(platform.lines()).toEqual([`GET ${clusters}`]);
  });

  const otherRegion = /^AP2001: .*never changes.*region: "eu-west-3" → "eu-west-1"/s;
  const aboveMaximum = /^AP2001: .*minRunningNodes is 10, more than maxRunningNodes \(9\)/s;

  it.each<[title: string, args: Values, reason: RegExp]>([
    ["another region", { region: "eu-west-1" }, otherRegion],
    ["a minimum above the maximum", { minRunningNodes: 10 }, aboveMaximum],
  ])("is refused at preview with AP2001 for %s", async (_, args, reason) => {
    serve();
    expect(await cycleOf("extended").check({ ...required, ...args })).toEqual([expect.stringMatching(reason)]);
  });

  it("sends no request at preview while clusterId is unknown", async () => {
    expect(await cycleOf("extended").check({ ...required, clusterId: UNKNOWN })).toEqual([]);
    expect(platform.lines()).toEqual([]);
  });

  it("fails with AP3003 if the cluster does not exist", async () => {
    platform.on(`GET ${clusters}`, [200, { results: [] }]);
    await expect(cycleOf("extended").create(required)).rejects.toMatchObject({ code: "AP3003" });
  });
});

describe("first update of a cluster (documented)", () => {
  it("is refused at preview with AP2011 and the value that each omitted setting returns to, without acceptDefaults", async () => {
    const specified = { ...required, production: true, metricsParameters: { enabled: true } };
    const [reason, ...others] = await cycleOf("documented").check(specified);
    expect(others).toEqual([]);
    expect(reason).toMatch(/^AP2011: Cluster "main" can't be updated/);
    for (const text of ["minRunningNodes → 1", "diskSize → 40", 'kubernetes → "MANAGED"', "sshKeys → nothing"]) {
      expect(reason).toContain(`- ${text}\n`);
    }
    expect(reason).toContain("- metricsParameters.configuration → nothing");
    expect(reason).not.toContain("production");
    expect(reason).toContain("acceptDefaults: true");
    expect(platform.lines()).toEqual([]);
  });

  const resets = [
    expect.stringMatching(/^Cluster "main": the first update resets .*: description → nothing, .*minRunningNodes → 1/),
  ];
  it.each<[what: string, more: Values, isAccepted: boolean]>([
    ["is accepted with acceptDefaults true, and warns of the resets", { acceptDefaults: true }, true],
    ["is accepted with an unknown acceptDefaults, and warns of the resets", { acceptDefaults: UNKNOWN }, true],
    ["is refused with acceptDefaults false", { acceptDefaults: false }, false],
    ["is refused for an unknown clusterId", { clusterId: UNKNOWN }, false],
  ])("%s", async (_, more, isAccepted) => {
    const { check, warnings } = cycleOf("documented");
    expect(await check({ ...required, ...more })).toHaveLength(isAccepted ? 0 : 1);
    expect(warnings).toEqual(isAccepted ? resets : []);
  });

  it("isn't refused (AP2011) if the program sets everything, without acceptDefaults", async () => {
    const cycle = cycleOf("documented");
    expect(await cycle.check({ ...cluster.program, ...cluster.path })).toEqual([]);
    expect(cycle.warnings).toEqual([]);
  });

  it("is refused at preview if minRunningNodes exceeds the default that maxRunningNodes gets (1)", async () => {
    const [reason] = await cycleOf("documented").check({ ...required, minRunningNodes: 3, acceptDefaults: true });
    expect(reason).toContain("minRunningNodes is 3, more than maxRunningNodes (1)");
  });

  it("needs acceptDefaults only once, and shows no change if it is removed or added later", async () => {
    const cycle = cycleOf("documented");
    expect(await cycle.check({ ...required, description: "later" }, required)).toEqual([]);
    const accepting = { acceptDefaults: true };
    const same = { changes: false };
    expect(await cycle.diff(ids.cluster, { ...cluster.outputs, ...accepting }, required)).toEqual(same);
    expect(await cycle.diff(ids.cluster, cluster.outputs, { ...required, ...accepting })).toEqual(same);
  });
});
