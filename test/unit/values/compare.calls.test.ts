import { beforeEach, expect, it, vi } from "vitest";
import { container, ids } from "../../kinds/fixtures.js";
import { kindNames, records } from "../../kinds/index.js";
import { managed } from "../../support/frontend.js";
import { definitionOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const { counts, counting } = vi.hoisted(() => {
  const counts = { compare: 0, merge: 0 };
  /** The module with a function whose calls are counted. */
  const counting = (name: keyof typeof counts) => async (original: () => Promise<object>) => {
    const actual = (await original()) as Record<typeof name, (...params: unknown[]) => unknown>;
    const counted = (...params: unknown[]) => {
      counts[name] += 1;
      return actual[name](...params);
    };
    return { ...actual, [name]: counted };
  };
  return { counts, counting };
});
const none = { ...counts };

vi.mock("../../../provider/values/compare.js", counting("compare"));
vi.mock("../../../provider/values/merge.js", counting("merge"));

beforeEach(() => void Object.assign(counts, none));

it.each(kindNames)(
  "a plan of a %s compares its arguments with the state once and merges them at most once",
  async (kind) => {
    const { fixture } = records[kind];
    const { args: fields } = definitionOf(kind);
    const specified = { ...fixture.program, ...fixture.path };
    // Drops an argument, if one can be dropped, so that there is something to tell, to merge and to update.
    const optional = Object.keys(specified).filter((name) => fields[name]?.required === false);
    const kept = Object.fromEntries(Object.entries(specified).filter(([name]) => name !== optional[0]));
    const state = managed(fixture.outputs, specified);
    const { id } = fixture.response;
    const cycle = lifecycle(kind, "http://127.0.0.1:9", { endpoints: "extended" });
    expect(await cycle.check(kept, specified)).toEqual([]);
    expect(counts).toEqual(none);
    const planned = await cycle.diff(String(id), state, kept);
    expect(planned?.changes === false).toBe(optional.length === 0);
    expect(counts).toMatchObject({ compare: 1 });
    expect(counts.merge).toBeLessThanOrEqual(1);
  },
);

const platform = fakePlatform();
const list = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;

it("an update of a container and its variable compares arguments and state once", async () => {
  platform
    .on(`GET /container/${ids.container}`, [200, container.response])
    .on(`PUT /container/${ids.container}`, [200, { ...container.response, cpu: 999 }])
    .on(list, [200, { results: [] }])
    .on("POST /variable", [201, { id: ids.container, key: "LEVEL", value: "info" }]);
  const args = { ...container.program, ...container.path };
  const state = managed(container.outputs, args);
  const cycle = lifecycle("Container", platform.url, { endpoints: "extended" });
  const { outputs } = await cycle.update(ids.container, state, { ...args, cpu: 999, variables: { LEVEL: "info" } });
  expect(outputs).toMatchObject({ cpu: 999, variables: { LEVEL: "info" } });
  expect(counts).toMatchObject({ compare: 1 });
});
