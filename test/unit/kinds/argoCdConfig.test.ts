/** GitOps settings: those that a read does not find are gone only if the platform still knows their cluster. */
import { describe, expect, it } from "vitest";
import { soleOwner } from "../../../provider/ownership/stackOwners.js";
import { argoCdConfig, ids } from "../../kinds/fixtures.js";
import { managed } from "../../support/frontend.js";
import type { EndpointSet, Owners } from "../../support/provider.js";
import { type Answer, failureOf, fakePlatform, lifecycle, lost } from "../support/fake-platform.js";

const platform = fakePlatform();

const path = `/cluster/${ids.cluster}/argoCdConfig`;
const known = managed(argoCdConfig.outputs, { argocdUrl: "" });
const cycle = (owners?: Owners) =>
  lifecycle("ArgoCdConfig", platform.url, { endpoints: "extended", ...(owners && { owners }) });
const args = { ...argoCdConfig.program, ...argoCdConfig.path };

describe("ArgoCdConfig that the platform doesn't have (404)", () => {
  it("is removed from the state by a refresh if the platform rejects an empty save request (400)", async () => {
    platform.on(`POST ${path}`, [400, { status: 400, error: "Bad Request" }]);
    expect(await cycle().read(ids.argoCdConfig, known)).toEqual({ id: "", outputs: {} });
    expect(platform.arrived).toMatchObject([{ line: `GET ${path}` }, { line: `POST ${path}`, body: {} }]);
  });

  it("fails a refresh with AP2012 if the platform doesn't have the cluster either", async () => {
    const failure = await failureOf(cycle().read(ids.argoCdConfig, known));
    expect(failure.code).toBe("AP2012");
    expect(failure.message).toContain(`the platform has no cluster with id ${ids.cluster}`);
  });

  it.each([
    ["is removed from the state by a refresh", "lacks", []],
    ["fails a refresh with AP2012", "still has", [{ id: ids.cluster, organization: { id: ids.organization } }]],
  ])("%s if the list of clusters %s the cluster of the stack", async (_, __, results) => {
    platform.on(`GET /organization/${ids.organization}/cluster`, [200, { results }]);
    const values = { organizationId: ids.organization, createdAt: "2024-05-01T10:00:00.000Z" };
    const cluster = { urn: "urn", kind: "Cluster", id: ids.cluster, values };
    const reading = cycle({ ...soleOwner, matching: async (_, is) => [cluster].filter(is) }).read(
      ids.argoCdConfig,
      known,
    );
    const end = await reading.then(
      ({ id }) => id,
      ({ code }) => code,
    );
    expect(end).toBe(results.length === 0 ? "" : "AP2012");
  });

  it("fails a refresh with AP3002 if the token may not save settings (403)", async () => {
    platform.on(`POST ${path}`, [403]);
    expect((await failureOf(cycle().read(ids.argoCdConfig, known))).code).toBe("AP3002");
  });

  it("is saved again by an update", async () => {
    platform.on(`POST ${path}`, [200, argoCdConfig.response]);
    await cycle().update(ids.argoCdConfig, argoCdConfig.outputs, { ...args, argocdToken: "hunter3" });
    expect(platform.lines()).toEqual([`GET ${path}`, `POST ${path}`]);
  });

  it("counts as deleted once the platform has accepted its DELETE (204)", async () => {
    platform.on(`DELETE ${path}`, [204]);
    await cycle().delete(ids.argoCdConfig, argoCdConfig.outputs);
    expect(platform.lines()).toEqual([`DELETE ${path}`, `GET ${path}`]);
  });

  it("fails a delete with AP2012 if the DELETE returns 404", async () => {
    expect((await failureOf(cycle().delete(ids.argoCdConfig, argoCdConfig.outputs))).code).toBe("AP2012");
  });
});

describe("first save of an ArgoCdConfig", () => {
  const fresh = { clusterId: ids.cluster, argocdUrl: "https://new.acme.io", argocdToken: "hunter3" };

  it("shows at preview which current settings of the cluster it overwrites, without the token", async () => {
    platform.on(`GET ${path}`, [200, argoCdConfig.response]);
    const saving = cycle();
    expect(await saving.check(fresh)).toEqual([]);
    const changes = /adopts .* and changes argocdUrl: "https:.*" → "https:\/\/new.acme.io", argocdToken: a secret/;
    expect(saving.warnings).toEqual([expect.stringMatching(changes)]);
    expect(saving.warnings.join()).not.toContain("hunter3");
  });

  it.each<[what: string, endpoints: EndpointSet, reads: number]>([
    ["with documented endpoints", "documented", 0],
    ["for a cluster without settings", "extended", 1],
  ])("passes the preview without a warning %s", async (_, endpoints, reads) => {
    platform.on(`GET ${path}`, [404, { detail: "none" }]);
    const { check, warnings } = lifecycle("ArgoCdConfig", platform.url, { endpoints });
    expect([await check(fresh), warnings]).toEqual([[], []]);
    expect(platform.lines()).toHaveLength(reads);
  });

  it.each<[what: string, answers: Answer[], ends: string | undefined]>([
    ["is repeated after a lost response", [lost, [200, argoCdConfig.response]], ids.argoCdConfig],
    ["stores the arguments after an empty response", [[200]], ids.cluster],
    ["fails with AP4002 if all responses are lost", [lost], "AP4002"],
    ["fails with AP3006 if the platform rejects the settings", [[400, {}]], "AP3006"],
  ])("%s", async (_, answers, ends) => {
    platform.on(`POST ${path}`, ...answers);
    const found = await lifecycle("ArgoCdConfig", platform.url)
      .create(fresh)
      .catch((error) => error);
    expect(found.code ?? found.id).toBe(ends);
    if (ends === "AP4002") expect(found.message).toContain("it saves the same settings again");
  });

  it("is sent again by the next run with documented endpoints if its outcome is unknown (AP4002)", async () => {
    platform.on(`POST ${path}`, lost);
    const first = lifecycle("ArgoCdConfig", platform.url);
    expect((await failureOf(first.create(fresh))).code).toBe("AP4002");
    platform.reset();
    platform.on(`POST ${path}`, [200, argoCdConfig.response]);
    const next = lifecycle("ArgoCdConfig", platform.url);
    expect(await next.check(fresh)).toEqual([]);
    expect((await next.create(fresh)).id).toBe(ids.argoCdConfig);
    const body = { argocd_url: fresh.argocdUrl, argocd_token: fresh.argocdToken };
    expect(platform.arrived).toMatchObject([{ line: `POST ${path}`, body }]);
  });
});
