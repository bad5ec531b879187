/** What uses a resource, and so keeps it from being deleted. */
import { describe, expect, it } from "vitest";
import { newHolders } from "../../provider/claims/holders.js";
import { usersOf } from "../../provider/gate/users.js";
import { kindsOf } from "../../provider/lifecycle/lifecycle.js";
import { ids } from "../kinds/shared/ids.js";
import type { Call, Values } from "../provider.js";
import { connected, definitionOf, listing, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();
const [id, project] = [ids.helm, ids.feature];
const organization = `/organization/${ids.organization}`;
const environment = { environmentId: ids.environment };
const urn = (kind: string) => `urn:pulumi:dev::shop::app-platform:index:${kind}::it`;

function users(kind: string, uses: Values = {}) {
  const held = [
    { urn: urn(kind), kind, id, values: {} },
    { urn: urn("Container"), kind: "Container", id: ids.container, values: { ...environment, ...uses } },
    { urn: urn("Cluster"), kind: "Cluster", id: ids.cluster, values: { organizationId: ids.organization, ...uses } },
  ];
  const here = connected(platform.url, { endpoints: "extended", holders: newHolders(async () => held) }).platform;
  const call = {
    ...{ definition: definitionOf(kind), platform: here, operation: here.client.begin(), urn: urn(kind) },
    ...{ label: `${kind} "it"`, kindNamed: kindsOf(definitionOf) },
  } as unknown as Call;
  return usersOf(call, id, { organizationId: ids.organization });
}

describe("a cluster", () => {
  it("is used by the environments of all projects of its organization that name it", async () => {
    platform.on(`GET ${organization}/project`, listing({ id: project, name: "shop" }));
    const [own, other] = [
      { id: ids.environment, name: "prod", cluster_id: id.toUpperCase() },
      { id: ids.otherEnvironment, name: "test", cluster_id: ids.cluster },
    ];
    platform.on(`GET /project/${project}/environment`, listing(own, other));
    expect(await users("Cluster")).toEqual({ noun: "resource", names: [`Environment "prod" (id ${ids.environment})`] });
  });

  it("is not used in projects that are gone", async () => {
    platform.on(`GET ${organization}/project`, listing({ id: project, name: "shop" }));
    expect((await users("Cluster")).names).toEqual([]);
    platform.on(`GET ${organization}/project`, [404, {}]);
    expect((await users("Cluster")).names).toEqual([]);
  });
});

describe("a group of labels", () => {
  const web = { id: ids.container, name: "web", labels_groups: [{ id }] };
  const cluster = { id: ids.cluster, name: "main", labels_groups: [{ id }] };
  it.each<[what: string, clusters: Values[], containers: Values[], noun: string, count: number]>([
    ["services alone", [], [web], "service", 1],
    ["a cluster alone", [cluster], [], "resource", 1],
    ["both", [cluster], [web], "resource", 2],
    ["nothing", [{ ...cluster, labels_groups: [] }], [], "service", 0],
  ])("is used by %s", async (_, clusters, containers, noun, count) => {
    platform.on(`GET ${organization}/cluster`, listing(...clusters));
    platform.on(`GET /environment/${ids.environment}/container`, listing(...containers));
    const found = await users("LabelsGroup", { labelsGroups: [{ id }] });
    expect([found.noun, found.names.length]).toEqual([noun, count]);
  });
});
