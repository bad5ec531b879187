/** What creates, updates and refreshes of a service do with the variables that its program names, and with those that the platform has. */
import { describe, expect, it } from "vitest";
import { childIdentity, type OwnedChildren } from "../../../provider/definition/subresources.js";
import { ids, job } from "../../kinds/fixtures.js";
import { quickClock } from "../../support/fake-clock.js";
import { managed, plain } from "../../support/frontend.js";
import type { EndpointSet, Values } from "../../support/provider.js";
import {
  type Answer,
  definitionOf,
  failureOf,
  fakePlatform,
  lifecycle,
  listing,
  lost,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const list = `GET /variable?parent_id=${ids.job}&scope=JOB`;
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
/** As the list has it; a secret has no value there. */
const there = (number: number, key: string, value: string | null, more: Values = {}): Values => ({
  ...{ id: id(number), key, value, is_secret: value === null, scope: "JOB", variable_type: "VALUE" },
  ...more,
});
const jobs = `GET /environment/${ids.environment}/job`;
const open = (variables: Values): Values => ({ variables });
const secret = (secretVariables: Values): Values => ({ secretVariables });
const alias = { variable_type: "ALIAS" };
const file = { mount_path: "/a" };
const cycle = () => lifecycle("Job", platform.url, { endpoints: "extended" });

describe("new variables of a service", () => {
  const create = `POST /environment/${ids.environment}/job`;
  const createAll = `POST /variable/import?service_id=${ids.job}&service_type=JOB`;
  const createOne = "POST /variable";
  const update = (number: number) => `PUT /variable/${id(number)}`;
  const token = "s3cr3t-canary-4711";
  const [variables, secretVariables] = [{ A: "1", B: "" }, { TOKEN: token }];
  const args: Values = { ...job.path, ...job.program, variables, secretVariables };
  const serve = () => platform.on(create, [201, job.response]);

  const single = (key: string, value: string, is_secret: boolean) => ({
    ...{ key, value, is_secret },
    ...{ variable_scope: "JOB", variable_parent_id: ids.job },
  });
  const singles = [single("A", "1", false), single("B", "", false), single("TOKEN", token, true)];
  const success = (name: string, is_secret: boolean) => ({ name, scope: "JOB", is_secret });
  const all = [success("A", false), success("B", false), success("TOKEN", true)];
  const created = (...some: readonly object[]): Answer => [
    201,
    { total_variables_to_import: 3, successful_imported_variables: some },
  ];

  /** What is sent for the variables of a new job. */
  async function sentFor(answer: Answer, ...found: Values[]): Promise<readonly [line: string, body: unknown][]> {
    serve()
      .on(createAll, answer)
      .on(list, listing(...found));
    platform.on(createOne, ({ body }) => [201, { id: id(9), ...(body as object) }]);
    for (const number of [1, 2, 3]) platform.on(update(number), [200, { id: id(number) }]);
    const { outputs } = await cycle().create(args);
    expect(outputs).toMatchObject({ variables, secretVariables });
    return platform.arrived.filter(({ line }) => line.includes("/variable")).map(({ line, body }) => [line, body]);
  }

  it("are all created, with the secrets, in one request with `overwrite: false`", async () => {
    const vars = singles.map(({ key, value, is_secret }) => ({ name: key, value, scope: "JOB", is_secret }));
    expect(await sentFor(created(...all))).toEqual([[createAll, { overwrite: false, vars }]]);
  });

  const [projects, opened] = [{ ...success("A", false), scope: "PROJECT" }, success("TOKEN", false)];
  const others = [there(1, "A", "0"), there(2, "B", "")];
  const done = [there(1, "A", "1"), there(2, "B", ""), there(3, "TOKEN", null)];
  it.each<[what: string, answer: Answer, found: Values[], isListed: boolean, sent: readonly unknown[]]>([
    ["some are missing in the response", created(...all.slice(0, 1)), [], false, singles.slice(1)],
    ["the response has none", created(), [], false, singles],
    ["the response has one with another scope", created(projects, ...all.slice(1)), [], false, singles.slice(0, 1)],
    ["the response has a secret as a plain value", created(...all.slice(0, 2), opened), [], false, singles.slice(2)],
    ["the platform can't create several variables with one request (404)", [404], [], false, singles],
    ["the platform rejects one of the values (400)", [400, { detail: `${token} is too weak` }], [], false, singles],
    ["the response is lost and nothing was created", lost, [], true, singles],
    ["the platform fails (500)", [500], [], true, singles],
    ["the response is empty and some were created", [201], [there(1, "A", "1")], true, singles.slice(1)],
    ["the response has no list and others exist", [201, {}], others, true, [{ key: "A", value: "1" }, singles[2]]],
    ["the response is lost and all were created", lost, done, true, [{ key: "TOKEN", value: token }]],
  ])("are created one by one, once each, if %s", async (_, answer, found, isListed, sent) => {
    const [first, ...rest] = await sentFor(answer, ...found);
    expect(first?.[0]).toBe(createAll);
    expect(rest.filter(([line]) => line === list)).toHaveLength(isListed ? 1 : 0);
    expect(rest.filter(([line]) => line !== list).map(([, body]) => body)).toEqual(sent);
  });

  it("overwrite a variable that somebody has created meanwhile (409)", async () => {
    serve()
      .on(createAll, created(...all.slice(1)))
      .on(createOne, [409]);
    platform.on(list, listing(there(1, "A", "by hand"))).on(update(1), [200, { id: id(1) }]);
    await cycle().create(args);
    expect(platform.lines().slice(1)).toEqual([createAll, createOne, list, update(1)]);
  });

  it.each([
    ["the common response is lost", lost, [409]],
    ["single responses are lost", [404], lost],
    ["single responses are empty", [404], [201, {}]],
  ] as const)("are created once each, although lists are late, if %s", async (_, together, singly) => {
    serve().on(createAll, together).on(createOne, singly, [409]);
    const later = listing(there(1, "A", "1"), there(2, "B", ""));
    platform.on(list, listing(), listing(), listing(), later);
    const { outputs } = await cycle().create({ ...args, secretVariables: {} });
    expect(outputs).toMatchObject({ variables });
    expect(platform.lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
  });

  it("fail with AP4001 and the path of a variable that fails, and the others stay in the state", async () => {
    serve().on(createAll, created(all[0] as object));
    platform.on(createOne, [400, { detail: "too long", violations: [{ field: "value", message: "is too long" }] }]);
    const failure = await failureOf(cycle().create(args));
    expect(failure.message + String(failure.reasons)).toContain("variables.B");
    expect(String(failure.reasons)).toContain("creating its variables");
    expect(String(failure.reasons)).toMatch(/^AP4001: /);
    expect(failure.properties).toMatchObject({ variables: { A: "1" } } as Values);
  });

  it("are stored in __pendingWrites if the response is lost and the list can't be read", async () => {
    serve().on(createAll, lost).on(list, [403]);
    const { properties } = await failureOf(cycle().create(args));
    const __pendingWrites = ["variables.A", "variables.B", "secretVariables.TOKEN"];
    expect(plain(properties as Values)).toMatchObject({ variables, secretVariables, __pendingWrites });
  });

  it("are created by POST /variable if there's only one, and belong to the service", async () => {
    serve().on(createOne, [201, { id: id(1) }]);
    const { create: make, platform: here, run } = cycle();
    await make({ ...args, variables: { A: "1" }, secretVariables: {} });
    expect(platform.lines()).toEqual([create, createOne]);
    const keyOf = (name: string) =>
      JSON.stringify([here.address, null, childIdentity(definitionOf("Job").owned as OwnedChildren, ids.job, name)]);
    const owners = ["A", "B"].map((name) => run.declarations.ownerOf(keyOf(name)));
    expect(owners).toEqual(['Job "report"', undefined]);
  });

  it("are created with one request in an update, which sends one more for each other key that changed", async () => {
    const before: Values = { ...args, variables: { OLD: "1", A: "0" }, secretVariables: {} };
    platform.on(list, listing(there(1, "OLD", "1"), there(2, "A", "0"), there(3, "THEIRS", "x")));
    platform.on(createAll, created(...all.slice(1))).on(update(2), [200, { id: id(2) }]);
    platform.on(`DELETE /variable/${id(1)}`, [204]);
    const { outputs } = await cycle().update(ids.job, managed({ ...job.outputs, ...before }, before), args);
    expect(platform.lines()).toEqual([list, `DELETE /variable/${id(1)}`, createAll, update(2)]);
    const sent = platform.arrived.find(({ line }) => line === createAll)?.body;
    expect(sent).toMatchObject({ vars: [{ name: "B" }, { name: "TOKEN" }] });
    expect(outputs).toMatchObject({ variables, secretVariables });
  });
});

/** The update of a job from some variables to others, and what was sent for them. */
function updating(before: Values, desired: Values, items: readonly Values[]) {
  const [old, args] = [before, desired].map((each) => ({ ...job.program, ...job.path, ...each }) as Values);
  const state = managed({ ...job.outputs, ...old }, old as Values);
  platform.on(list, [200, { results: [...items, there(9, "THEIRS", "x")] }]).on("POST /variable", [201, { id: id(8) }]);
  for (const { id: its } of items) platform.on(`PUT /variable/${its}`, [200, {}]).on(`DELETE /variable/${its}`, [204]);
  const its = cycle();
  const sent = () =>
    platform.arrived.flatMap(({ line, body }) => {
      const [method, path = ""] = line.split(" ");
      const { key, value } = (body ?? {}) as Values;
      return method === "GET" ? [] : [[method, path.at(-1), key, value].filter((each) => each !== undefined).join(" ")];
    });
  return { ...its, sent, update: () => its.update(ids.job, state, args as Values) };
}

describe("update of a service's variables", () => {
  const [one, two, t] = [{ A: "1" }, { A: "2" }, { T: "1" }];
  const [a, b, token] = [there(1, "A", "1"), there(2, "B", "1"), there(3, "T", null)];
  it.each<[what: string, before: Values, desired: Values, items: Values[], sent: string[]]>([
    ["updates a changed value", open(one), open(two), [a], ["PUT 1 A 2"]],
    ["updates a changed secret", secret(t), secret({ T: "2" }), [token], ["PUT 3 T 2"]],
    ["sends nothing if somebody else has set the same value", open(one), open(two), [there(1, "A", "2")], []],
    ["deletes a variable whose key the program removes", open({ ...one, B: "1" }), open(one), [a, b], ["DELETE 2"]],
    ["deletes nothing if the variable is already gone", open({ ...one, B: "1" }), open(one), [a], []],
    ["creates a variable again that somebody else has deleted", open(one), open(two), [], ["POST e A 2"]],
    [
      "deletes and creates a variable again if its value is marked as secret",
      open(one),
      secret(one),
      [a],
      ["DELETE 1", "POST e A 1"],
    ],
    [
      "deletes and creates a variable again if the mark as secret is removed",
      secret(t),
      open(t),
      [token],
      ["DELETE 3", "POST e T 1"],
    ],
    ["replaces an alias by a value", open(one), open(two), [{ ...a, ...alias }], ["DELETE 1", "POST e A 2"]],
    ["replaces a file by a value", open(one), open(two), [{ ...a, ...file }], ["DELETE 1", "POST e A 2"]],
    [
      "creates a second variable for a key in another letter case",
      open(one),
      open({ ...one, a: "2" }),
      [a],
      ["POST e a 2"],
    ],
    ["adopts an existing variable with a new key of the program", open({}), open(two), [a], ["PUT 1 A 2"]],
  ])("%s", async (_, before, desired, items, sent) => {
    const { update, sent: writes } = updating(before, desired, items);
    const { outputs } = await update();
    expect(writes()).toEqual(sent);
    expect(outputs).toMatchObject(desired);
    expect(Object.keys(outputs.variables ?? {})).toEqual(Object.keys(desired.variables ?? {}));
  });

  it("succeeds if a DELETE of a variable returns 404", async () => {
    const { update } = updating(open(one), open({}), [a]);
    platform.on(`DELETE /variable/${id(1)}`, [404]);
    expect((await update()).outputs).not.toHaveProperty("variables.A");
  });

  it("retains and reports a variable that the program now declares as a resource", async () => {
    const { update, sent, infos, run } = updating(open(one), open({}), [a]);
    run.ownership.planned(`Variable ${id(1)}`, { label: 'Variable "a"' }, { retained: {} });
    await update();
    expect([sent(), infos]).toEqual([[], ['variable A of Job "report" stays: a Variable of this stack manages it.']]);
  });

  it("fails with AP1205 instead of replacing a separately declared variable", async () => {
    const { update, sent, run } = updating(open(one), secret(one), [a]);
    run.ownership.planned(`Variable ${id(1)}`, { label: 'Variable "a"' }, { retained: {} });
    const failure = await failureOf(update());
    expect(String(failure.reasons)).toMatch(/AP1205: .*a Variable of this stack has the same `on` and `key`/s);
    expect(sent()).toEqual([]);
  });

  it("stores in the state the changes that were made before a failure", async () => {
    const before = open({ A: "1", B: "1", C: "1" });
    const { update } = updating(before, open({ C: "2" }), [a, b, there(3, "C", "1")]);
    platform.on(`DELETE /variable/${id(2)}`, [403]);
    const failure = await failureOf(update());
    expect(failure.properties).toMatchObject({ variables: { B: "1", C: "1" } } as Values);
    expect(String(failure.reasons)).toContain("updating its variables");
  });
});

describe("refresh of a service's variables", () => {
  const known = { variables: { A: "1" }, secretVariables: { T: "hunter2" } };
  const token = there(3, "T", null);
  /** What a refresh sees long after the resource was created. */
  async function seen(items: readonly Values[] | undefined, endpoints: EndpointSet = "extended", its: Values = known) {
    let age = 0;
    const clock = { ...quickClock, elapsed: () => quickClock.elapsed() + age };
    const { read } = lifecycle("Job", platform.url, { endpoints, clock });
    age = 60_000;
    platform.on(`GET /job/${ids.job}`, [200, job.response]).on(jobs, listing(job.response));
    if (items !== undefined) platform.on(list, [200, { results: items }]);
    const { outputs } = await read(ids.job, { ...job.outputs, ...its });
    return [outputs.variables, outputs.secretVariables];
  }

  const last = known.secretVariables;
  const inherited = there(1, "A", "2", { scope: "PROJECT" });
  it.each<[what: string, items: Values[], variables: unknown, secrets: unknown]>([
    ["shows a changed value, and preserves the last value of a secret", [there(1, "A", "2"), token], { A: "2" }, last],
    ["removes all variables if the list is empty", [], undefined, undefined],
    ["shows only variables that the program sets", [there(1, "A", "1"), there(2, "B", "1")], { A: "1" }, undefined],
    ["removes a value that has become a secret", [there(1, "A", null), token], undefined, last],
    ["removes a secret that has become a value", [there(3, "T", "x")], undefined, undefined],
    ["removes a value that has become an alias", [there(1, "A", "1", alias), token], undefined, last],
    ["ignores variables inherited from the environment or the project", [inherited, token], undefined, last],
  ])("%s", async (_, items, variables, secrets) => {
    expect(await seen(items)).toEqual([variables, secrets]);
  });

  it.each<[what: string, endpoints: EndpointSet, pending: string[]]>([
    ["of secrets, whose values no list shows", "extended", ["secretVariables.T"]],
    ["if the endpoints don't list variables", "documented", ["variables.A", "secretVariables.T"]],
  ])("preserves pending writes %s", async (_, endpoints, pending) => {
    platform.on(`GET /job/${ids.job}`, [200, job.response]).on(jobs, listing(job.response));
    platform.on(list, listing(there(1, "A", "1"), token));
    const { read } = lifecycle("Job", platform.url, { endpoints });
    const __pendingWrites = ["variables.A", "secretVariables.T"];
    const { outputs } = await read(ids.job, { ...job.outputs, ...known, __pendingWrites });
    expect(plain(outputs)).toMatchObject({ ...known, __pendingWrites: pending });
  });

  it("reads no list if the endpoints have none or the program sets no variables", async () => {
    expect(await seen(undefined, "documented")).toEqual([known.variables, known.secretVariables]);
    expect(await seen(undefined, "extended", {})).toEqual([undefined, undefined]);
    expect(platform.lines()).not.toContain(list);
  });
});

describe("pending write of a secret variable", () => {
  const args: Values = { ...job.program, ...job.path, ...open({ A: "1" }), ...secret({ T: "hunter2" }) };
  const state = managed({ ...job.outputs, ...args, __pendingWrites: ["secretVariables.T"] }, args);

  it("causes an update although the state has the same value", async () => {
    expect(await cycle().diff(ids.job, state, args)).toMatchObject({ changes: true });
    const { __pendingWrites: _, ...done } = state;
    expect(await cycle().diff(ids.job, done, args)).toMatchObject({ changes: false });
  });

  it("is resent by the next update, and then removed from the state", async () => {
    platform.on(list, listing(there(1, "A", "1"), there(3, "T", null))).on(`PUT /variable/${id(3)}`, [200, {}]);
    const { outputs } = await cycle().update(ids.job, state, args);
    expect(platform.lines().filter((line) => line.startsWith("PUT"))).toEqual([`PUT /variable/${id(3)}`]);
    expect(outputs).not.toHaveProperty("__pendingWrites");
  });

  it("remains in the state if the next update fails before it is sent", async () => {
    for (const method of ["GET", "PUT"]) platform.on(`${method} /job/${ids.job}`, [200, job.response]);
    platform.on(list, [403]);
    const failure = await failureOf(cycle().update(ids.job, state, { ...args, description: "new" }));
    expect(failure.properties).toMatchObject({ __pendingWrites: ["secretVariables.T"] });
  });
});

it.each<[what: string, specified: Values, isRefused: boolean]>([
  ["fails with AP2008 for variables", open({ A: "1" }), true],
  ["fails with AP2008 for secretVariables", secret({ A: "1" }), true],
  ["accepts empty variables", open({}), false],
  ["accepts null as variables", { variables: null, secretVariables: {} }, false],
])("check on documented endpoints %s", async (_, specified, isRefused) => {
  const found = await lifecycle("Job", platform.url).check({ ...job.program, ...job.path, ...specified });
  expect(found).toEqual(isRefused ? [expect.stringMatching(/^AP2008: .*can't have variables/)] : []);
});

describe("refresh with an incomplete list of variables", () => {
  const read = () => {
    platform.on(`GET /job/${ids.job}`, [200, job.response]).on(jobs, listing(job.response));
    const state = { ...job.outputs, ...open({ A: "1", B: "2" }) };
    return cycle().read(ids.job, state);
  };
  const lists = () => platform.lines().filter((line) => line === list).length;
  const [a, b] = [there(1, "A", "1"), there(2, "B", "2")];

  type Row = [what: string, listed: Values[][], variables: Values, count: number | undefined];
  it.each<Row>([
    ["reads the list again until it is complete", [[a], [], [a, b]], { A: "1", B: "2" }, 3],
    ["accepts the list after the time limit", [[a]], { A: "1" }, undefined],
    ["reads a complete list once", [[b, a]], { A: "1", B: "2" }, 1],
  ])("%s", async (_, listed, variables, count) => {
    platform.on(list, ...listed.map((items) => listing(...items)));
    expect((await read()).outputs).toMatchObject({ variables });
    if (count === undefined) expect(lists()).toBeGreaterThan(3);
    else expect(lists()).toBe(count);
  });
});
