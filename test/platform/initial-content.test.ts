/** What every platform starts with, as docs/local-platform.md lists it. */
import { describe, expect, it } from "vitest";
import { seededIds } from "../../backend/src/seed.js";
import { bodies } from "./support/bodies.js";
import { opened } from "./support/opened.js";

const { platform, read } = opened();
const organization = `/organization/${seededIds.organization}`;
const listed = async (path: string) => (await read(path)).results as Record<string, unknown>[];

describe("initial content", () => {
  it("has an organization and an AWS cluster, the organization's default", async () => {
    expect(await listed("/organization")).toMatchObject([{ id: platform.ids.organization }]);
    const [cluster, ...others] = await listed(`${organization}/cluster`);
    expect(cluster).toMatchObject({ id: platform.ids.cluster, cloud_provider: "AWS", is_default: true });
    expect(others).toEqual([]);
  });

  it("has a project with two environments: `environment` with automatic previews, `otherEnvironment` without", async () => {
    const { project, environment, otherEnvironment } = platform.ids;
    expect(await listed(`${organization}/project`)).toMatchObject([{ id: project }]);
    const environments = await listed(`/project/${project}/environment`);
    expect(environments.map(({ id }) => id)).toEqual([environment, otherEnvironment]);
    const previews = async (id: string) =>
      (await platform.request("POST", `/environment/${id}/container`, { body: container })).body.auto_preview;
    const container = { ...bodies.container.minimal(platform.ids), name: "web" };
    expect([await previews(environment), await previews(otherEnvironment)]).toEqual([true, false]);
  });

  it("has a registry of the kinds ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR and GENERIC_CR", async () => {
    const registries = await listed(`${organization}/containerRegistry`);
    expect(Object.fromEntries(registries.map(({ kind, id }) => [kind, id]))).toEqual(platform.ids.registries);
  });

  it.each([
    ["git token", "gitToken", "gitToken"],
    ["Helm repository", "helmRepository", "helmRepository"],
    ["group of annotations", "annotationsGroup", "annotationsGroups"],
    ["group of labels", "labelsGroup", "labelsGroups"],
  ] as const)("has a %s", async (_, kind, path) => {
    expect(await listed(`${organization}/${path}`)).toMatchObject([{ id: platform.ids[kind] }]);
  });
});
