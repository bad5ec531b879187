import { describe, expect, it } from "vitest";
import { definitions } from "../../provider/resources/index.js";
import { ids } from "../kinds/shared/ids.js";
import { failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const place = {
  ...{ environmentId: ids.environment, organizationId: ids.organization, clusterId: ids.cluster },
  ...{ cloud: "aws", on: `container/${ids.container}` },
};
const readable = definitions.filter(
  ({ api, verbs, concrete }) => api.read !== undefined && verbs.read === undefined && concrete === undefined,
);

/** A platform that has nothing: every list is empty, and every other path is not found. */
const empty = () => {
  for (const { api } of definitions) {
    const path = api.list?.path.replace(/\{\+?(\w+)\}/g, (_, name: keyof typeof place) => place[name]);
    if (path !== undefined) platform.on(`GET ${path}`, [200, { results: [] }]);
  }
};

describe("a read of what does not exist", () => {
  it.each(readable.map(({ kind }) => kind))("fails for a program: %s.get", async (kind) => {
    empty();
    for (const id of ["3fa85f64-5717-4562-b3fc-2c963f66afff", "web", "../container"]) {
      const failure = await failureOf(lifecycle(kind, platform.url, { endpoints: "extended" }).get(id, place));
      expect(failure.code).toBe("AP2007");
      expect(failure.message).toContain(`${kind}.get: there is no ${kind} with id ${id}`);
    }
  });

  it.each(["+", null])("counts as gone in a refresh if the state describes %j", async (managed) => {
    empty();
    const state = { ...place, name: "web", __managed: managed };
    const id = "3fa85f64-5717-4562-b3fc-2c963f66afff";
    expect(await lifecycle("Database", platform.url, { endpoints: "extended" }).read(id, state)).toMatchObject({
      id: "",
    });
  });
});
