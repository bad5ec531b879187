import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it } from "vitest";
import * as sdk from "../../../sdk/index.js";
import { outlineOf } from "../../../sdk/kinds.js";
import { resourcesAsIds } from "../../../sdk/programArguments.js";
import { ids } from "../../kinds/fixtures.js";
import { failureIn, known, mockResources } from "../support/mocked-engine.js";

beforeAll(mockResources);

const later = <T>(value: T) => pulumi.output(Promise.resolve(value));
const resolved = (value: unknown) => known(pulumi.output(value));

describe("resource instead of its ID", () => {
  const organizationId = ids.organization;
  const config = { username: "acme", password: "hunter2" };
  const registry = (name: string) => new sdk.ContainerRegistry(name, { organizationId, kind: "GITHUB_CR", config });
  const labels = (name: string) => new sdk.LabelsGroup(name, { organizationId, labels: [] });
  const converted = (kind: string, args: Record<string, unknown>) =>
    resourcesAsIds(`${kind} "web"`, outlineOf(kind), args);

  it("is accepted (`registry` for `registryId`, …) at every depth, and in lists of groups", async () => {
    const gitToken = new sdk.GitToken("token", { organizationId, type: "GITHUB", token: "hunter2" });
    const ofCharts = { organizationId, kind: "HTTPS", skipTlsVerification: false, config: {} } as const;
    const repository = new sdk.HelmRepository("charts", ofCharts);
    const git = { url: "https://github.com/acme/a.git", provider: "GITHUB", gitToken };
    const group = { id: ids.labelsGroup };
    const credentials = new sdk.CloudCredentials("aws", { organizationId, aws: { roleArn: "arn:aws:iam::1:role/a" } });
    const main = new sdk.Cluster("main", { organizationId, name: "main", region: "eu-west-3", cloudProvider: "AWS" });
    const clone = { url: git.url, provider: "GITHUB", gitTokenId: "token-id" };
    const chart = { repository, chartName: "a" };
    const chartById = { repositoryId: "charts-id", chartName: "a" };
    const byId = { cloudProviderCredentials: { credentials: { id: "aws-id" } } };
    const specified: readonly [string, Record<string, unknown>, Record<string, unknown>][] = [
      ["Container", { registry: Promise.resolve(registry("promised")) }, { registryId: "promised-id" }],
      ["Application", { gitRepository: git }, { gitRepository: clone }],
      ["Application", { gitRepository: later(git) }, { gitRepository: clone }],
      ["HelmService", { source: { helmRepository: chart } }, { source: { helmRepository: chartById } }],
      ["Container", { labelsGroups: [labels("one"), group] }, { labelsGroups: [{ id: "one-id" }, group] }],
      ["Cluster", { labelsGroups: [later(labels("three"))] }, { labelsGroups: [{ id: "three-id" }] }],
      ["Cluster", { cloudProviderCredentials: later({ credentials: later(credentials) }) }, byId],
      ["Environment", { cluster: later(main) }, { clusterId: "main-id" }],
      ["Container", { registry: undefined, tag: "1" }, { tag: "1" }],
    ];
    for (const [kind, args, expected] of specified) {
      expect(await resolved(converted(kind, args))).toEqual(expected);
    }
  });

  const twice = (id: string) => converted("Container", { registry: registry("both"), registryId: later(id) });
  it("is accepted next to the same ID (`registry` and `registryId`)", async () => {
    expect(await resolved(twice("BOTH-id").registryId)).toBe("BOTH-id");
  });

  it("is refused with AP1203 next to another ID (`registry` and `registryId`)", async () => {
    await expect(failureIn(twice("other").registryId)).rejects.toThrow(
      'AP1203: Container "web": registry must be the ContainerRegistry that registryId names, or be omitted; got both-id.',
    );
  });

  it("is accepted from the outputs of another resource", async () => {
    const registry = { id: ids.registry, name: "docker-hub", url: "https://docker.io" };
    const specified = { source: { image: { imageName: "a", tag: "1", registryId: ids.registry, registry } } };
    const image = { imageName: "a", tag: "1", registryId: ids.registry };
    expect(await resolved(converted("Job", specified))).toEqual({ source: { image } });
  });

  it.each([
    ["a resource of another kind", () => labels("labels"), "got LabelsGroup"],
    ["an ID", () => ids.registry, "got something else"],
  ])("is refused if it is %s, known at once or later", async (_, specified, got) => {
    const says = `registry must be a resource of the kind ContainerRegistry; ${got}`;
    expect(() => converted("Container", { registry: specified() })).toThrow(says);
    await expect(failureIn(converted("Container", { registry: later(specified()) }).registryId)).rejects.toThrow(says);
  });

  it("is refused as an item of another kind", () => {
    const items = () => converted("Container", { annotationsGroups: [labels("no annotations")] });
    expect(items).toThrow("annotationsGroups[0] must be a resource of the kind AnnotationsGroup; got LabelsGroup");
  });
});
