/** What updates and refreshes of a service do with the variables that its program names, and with those that the platform has. */
import { describe, expect, it } from "vitest";
import { container, ids } from "../kinds/fixtures.js";
import type { EndpointSet, Values } from "../provider.js";
import { quickClock } from "../steady-clock.js";
import { definitionOf, describeManaged, failureOf, lifecycle, listing, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();
const list = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
/** As the list has it; a secret has no value there. */
const there = (number: number, key: string, value: string | null, more: Values = {}): Values => ({
  ...{ id: id(number), key, value, is_secret: value === null, scope: "CONTAINER", variable_type: "VALUE" },
  ...more,
});
const open = (variables: Values): Values => ({ variables });
const secret = (secretVariables: Values): Values => ({ secretVariables });
const alias = { variable_type: "ALIAS" };
const file = { mount_path: "/a" };

/** The update of a container from some variables to others, and what was sent for them. */
function updating(before: Values, wanted: Values, items: readonly Values[]) {
  const [old, args] = [before, wanted].map((each) => ({ ...container.program, ...container.path, ...each }) as Values);
  const state = {
    ...container.outputs,
    ...old,
    __managed: describeManaged(definitionOf("Container").body, old as Values),
  };
  platform.on(list, [200, { results: [...items, there(9, "THEIRS", "x")] }]).on("POST /variable", [201, { id: id(8) }]);
  for (const { id: its } of items) platform.on(`PUT /variable/${its}`, [200, {}]).on(`DELETE /variable/${its}`, [204]);
  const cycle = lifecycle("Container", platform.url, { endpoints: "extended" });
  const sent = () =>
    platform.arrived.flatMap(({ line, body }) => {
      const [method, path = ""] = line.split(" ");
      const { key, value } = (body ?? {}) as Values;
      return method === "GET" ? [] : [[method, path.at(-1), key, value].filter((each) => each !== undefined).join(" ")];
    });
  return { ...cycle, sent, update: () => cycle.update(ids.container, state, args as Values) };
}

describe("an update", () => {
  const [one, two] = [{ A: "1" }, { A: "2" }];
  const [a, b, token] = [there(1, "A", "1"), there(2, "B", "1"), there(3, "T", null)];
  it.each<[what: string, before: Values, wanted: Values, items: Values[], sent: string[]]>([
    ["gives a variable another value", open(one), open(two), [a], ["PUT 1 A 2"]],
    ["rotates a secret", secret({ T: "1" }), secret({ T: "2" }), [token], ["PUT 3 T 2"]],
    ["sends nothing if somebody else has set the same value", open(one), open(two), [there(1, "A", "2")], []],
    ["deletes what the program no longer names", open({ ...one, B: "1" }), open(one), [a, b], ["DELETE 2"]],
    ["deletes nothing that is gone already", open({ ...one, B: "1" }), open(one), [a], []],
    ["creates again what somebody else has deleted", open(one), open(two), [], ["POST e A 2"]],
    ["puts a secret in the place of a value", open(one), secret(one), [a], ["DELETE 1", "POST e A 1"]],
    [
      "puts a value in the place of a secret",
      secret({ T: "1" }),
      open({ T: "1" }),
      [token],
      ["DELETE 3", "POST e T 1"],
    ],
    ["puts a value in the place of an alias", open(one), open(two), [{ ...a, ...alias }], ["DELETE 1", "POST e A 2"]],
    ["puts a value in the place of a file", open(one), open(two), [{ ...a, ...file }], ["DELETE 1", "POST e A 2"]],
    ["adopts what exists under the key of a new one", open({}), open(two), [a], ["PUT 1 A 2"]],
  ])("%s", async (_, before, wanted, items, sent) => {
    const { update, sent: writes } = updating(before, wanted, items);
    const { outputs } = await update();
    expect(writes()).toEqual(sent);
    expect(outputs).toMatchObject(wanted);
    expect(Object.keys(outputs.variables ?? {})).toEqual(Object.keys(wanted.variables ?? {}));
  });

  it("succeeds if the platform no longer has what it deletes", async () => {
    const { update } = updating(open(one), open({}), [a]);
    platform.on(`DELETE /variable/${id(1)}`, [404]);
    expect((await update()).outputs).not.toHaveProperty("variables.A");
  });

  it("leaves what the program declares as a resource of its own by now, and says so", async () => {
    const { update, sent, told, platform: here } = updating(open(one), open({}), [a]);
    here.holdings.planned(`Variable ${id(1)}`, { label: 'Variable "a"' }, { stays: {} });
    await update();
    expect([sent(), told]).toEqual([[], ['variable A of Container "web" stays: a Variable of this stack manages it.']]);
  });

  it("replaces nothing that the program also declares as a resource of its own", async () => {
    const { update, sent, platform: here } = updating(open(one), secret(one), [a]);
    here.holdings.planned(`Variable ${id(1)}`, { label: 'Variable "a"' }, { stays: {} });
    const failure = await failureOf(update());
    expect(String(failure.reasons)).toMatch(/AP1205: .*a Variable of this stack has the same `on` and `key`/s);
    expect(sent()).toEqual([]);
  });

  it("that fails keeps in the state what it has done until then", async () => {
    const before = open({ A: "1", B: "1", C: "1" });
    const { update } = updating(before, open({ C: "2" }), [a, b, there(3, "C", "1")]);
    platform.on(`DELETE /variable/${id(2)}`, [403]);
    const failure = await failureOf(update());
    expect(failure.properties).toMatchObject({ variables: { B: "1", C: "1" } } as Values);
    expect(String(failure.reasons)).toContain("updating its variables");
  });
});

describe("a refresh", () => {
  const known = { variables: { A: "1" }, secretVariables: { T: "hunter2" } };
  const token = there(3, "T", null);
  /** What a refresh sees long after the resource was created. */
  async function seen(items: readonly Values[] | undefined, endpoints: EndpointSet = "extended", its: Values = known) {
    let age = 0;
    const clock = { ...quickClock, elapsed: () => quickClock.elapsed() + age };
    const { read } = lifecycle("Container", platform.url, { endpoints, clock });
    age = 60_000;
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    if (items !== undefined) platform.on(list, [200, { results: items }]);
    const { outputs } = await read(ids.container, { ...container.outputs, ...its });
    return [outputs.variables, outputs.secretVariables];
  }

  it.each<[what: string, items: Values[], variables: unknown, secrets: unknown]>([
    [
      "shows another value, and keeps a secret's last one",
      [there(1, "A", "2"), token],
      { A: "2" },
      known.secretVariables,
    ],
    ["shows that both are gone", [], undefined, undefined],
    ["shows only what the program names", [there(1, "A", "1"), there(2, "B", "1")], { A: "1" }, undefined],
    ["takes a secret in the place of a value for gone", [there(1, "A", null), token], undefined, known.secretVariables],
    [
      "takes a value in the place of a secret for gone",
      [there(1, "A", "1"), there(3, "T", "x")],
      { A: "1" },
      undefined,
    ],
    ["takes an alias for gone", [there(1, "A", "1", alias), token], undefined, known.secretVariables],
    [
      "ignores what the service only sees",
      [there(1, "A", "2", { scope: "PROJECT" }), token],
      undefined,
      known.secretVariables,
    ],
  ])("%s", async (_, items, variables, secrets) => {
    expect(await seen(items)).toEqual([variables, secrets]);
  });

  it("keeps what it knows if the endpoints don't list variables, and asks for none that the program doesn't name", async () => {
    expect(await seen(undefined, "documented")).toEqual([known.variables, known.secretVariables]);
    expect(await seen(undefined, "extended", {})).toEqual([undefined, undefined]);
    expect(platform.lines()).not.toContain(list);
  });
});

describe("variables where the endpoints don't have them", () => {
  it.each<[given: Values, isRefused: boolean]>([
    [open({ A: "1" }), true],
    [secret({ A: "1" }), true],
    [open({}), false],
    [{ variables: null, secretVariables: {} }, false],
  ])("are refused if there are any: %j", async (given, isRefused) => {
    const args = { ...container.program, ...container.path, ...given };
    const found = await lifecycle("Container", platform.url).check(args);
    expect(found).toEqual(isRefused ? [expect.stringMatching(/^AP2008: .*can't have variables/)] : []);
  });
});

describe("a list that lacks some of the variables", () => {
  const read = () => {
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    const state = { ...container.outputs, ...open({ A: "1", B: "2" }) };
    return lifecycle("Container", platform.url, { endpoints: "extended" }).read(ids.container, state);
  };
  const lists = () => platform.lines().filter((line) => line === list).length;
  const [a, b] = [there(1, "A", "1"), there(2, "B", "2")];

  type Row = [what: string, listed: Values[][], variables: Values, count: number | undefined];
  it.each<Row>([
    ["may be late, so it's read again for a while", [[a], [], [a, b]], { A: "1", B: "2" }, 3],
    ["counts when that while has passed", [[a]], { A: "1" }, undefined],
    ["isn't read again if it has all of them", [[b, a]], { A: "1", B: "2" }, 1],
  ])("%s", async (_, listed, variables, count) => {
    platform.on(list, ...listed.map((items) => listing(...items)));
    expect((await read()).outputs).toMatchObject({ variables });
    if (count === undefined) expect(lists()).toBeGreaterThan(3);
    else expect(lists()).toBe(count);
  });
});

it("the variables of a new service aren't those of a separate resource that is declared later", async () => {
  platform.on(`POST /environment/${ids.environment}/container`, [201, container.response]);
  platform.on("POST /variable", [201, { id: id(8) }]);
  const { create, platform: here } = lifecycle("Container", platform.url, { endpoints: "extended" });
  await create({ ...container.program, ...container.path, ...open({ A: "1" }) });
  const keyOf = (name: string) =>
    JSON.stringify([here.address, null, definitionOf("Container").owned?.asResource(ids.container, name)]);
  expect(here.declarations.declared({ urn: "urn:variable", key: keyOf("A") })).toBeDefined();
  expect(here.declarations.declared({ urn: "urn:variable", key: keyOf("B") })).toBeUndefined();
});
