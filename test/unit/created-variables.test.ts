/** The variables of a service go in with one request, transcribed from the description of the extended endpoints. */
import { describe, expect, it } from "vitest";
import { recordOf } from "../kinds/index.js";
import { ids } from "../kinds/shared/ids.js";
import type { Values } from "../provider.js";
import {
  type Answer,
  definitionOf,
  describeManaged,
  failureOf,
  lifecycle,
  lost,
  pretendPlatform,
} from "./pretend-platform.js";

const platform = pretendPlatform();
const endpoints = "extended";
const { fixture } = recordOf("Container");
const { container, environment } = ids;

const create = `POST /environment/${environment}/container`;
const createAll = `POST /variable/import?service_id=${container}&service_type=CONTAINER`;
const createOne = "POST /variable";
const list = `GET /variable?parent_id=${container}&scope=CONTAINER`;
const secret = "s3cr3t-canary-4711";
const id = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;

const variables = { A: "1", B: "" };
const secretVariables = { TOKEN: secret };
const args = { ...fixture.path, ...fixture.program, ports: [], variables, secretVariables } as Values;
const single = (key: string, value: string, is_secret: boolean) => ({
  ...{ key, value, is_secret },
  ...{ variable_scope: "CONTAINER", variable_parent_id: container },
});
const singles = [single("A", "1", false), single("B", "", false), single("TOKEN", secret, true)];

const success = (name: string, is_secret: boolean) => ({ name, scope: "CONTAINER", is_secret });
const created = (...some: readonly object[]): Answer => [
  201,
  { total_variables_to_import: 3, successful_imported_variables: some },
];
const all = [success("A", false), success("B", false), success("TOKEN", true)];
/** As the list has it. */
const item = (index: number, key: string, value: string | null) => ({
  ...{ id: id(index), key, value, is_secret: value === null },
  ...{ scope: "CONTAINER", variable_type: "VALUE", mount_path: null },
});
const listed = (...items: readonly object[]): Answer => [200, { results: items }];
const update = (index: number) => `PUT /variable/${id(index)}`;

/** A new container with its variables: what was sent for them, and what the state has. */
async function sentFor(answer: Answer, found: Answer): Promise<readonly [line: string, body: unknown][]> {
  platform
    .on(create, [201, { ...fixture.response, ports: [] }])
    .on(createAll, answer)
    .on(list, found);
  platform.on(createOne, ({ body }) => [201, { id: id(9), ...(body as object) }]);
  for (const index of [1, 2, 3]) platform.on(update(index), [200, { id: id(index) }]);
  const { outputs } = await lifecycle("Container", platform.url, { endpoints }).create(args);
  expect(outputs).toMatchObject({ variables, secretVariables });
  return platform.arrived.filter(({ line }) => line.includes("/variable")).map(({ line, body }) => [line, body]);
}

describe("variables of a new service", () => {
  it("are in one request, secrets among them, which changes none that exists", async () => {
    const vars = [
      { name: "A", value: "1", scope: "CONTAINER", is_secret: false },
      { name: "B", value: "", scope: "CONTAINER", is_secret: false },
      { name: "TOKEN", value: secret, scope: "CONTAINER", is_secret: true },
    ];
    expect(await sentFor(created(...all), listed())).toEqual([[createAll, { overwrite: false, vars }]]);
  });

  const [projects, open] = [{ ...success("A", false), scope: "PROJECT" }, success("TOKEN", false)];
  const others = [item(1, "A", "0"), item(2, "B", "")];
  const done = [item(1, "A", "1"), item(2, "B", ""), item(3, "TOKEN", null)];

  it.each<[what: string, answer: Answer, found: readonly object[], isListed: boolean, sent: readonly unknown[]]>([
    ["some are not in the response", created(...all.slice(0, 1)), [], false, singles.slice(1)],
    ["none is", created(), [], false, singles],
    ["one is in it with another scope", created(projects, ...all.slice(1)), [], false, singles.slice(0, 1)],
    ["a secret is in it as an open one", created(...all.slice(0, 2), open), [], false, singles.slice(2)],
    ["the platform lacks the call", [404], [], false, singles],
    ["the platform rejects one of the values", [400, { detail: `${secret} is too weak` }], [], false, singles],
    ["the response is lost, and nothing was done", lost, [], true, singles],
    ["the platform fails", [500], [], true, singles],
    ["the response is empty, and some were created", [201], [item(1, "A", "1")], true, singles.slice(1)],
    ["the response has no list, and others exist", [201, {}], others, true, [{ key: "A", value: "1" }, singles[2]]],
    ["the response is lost, and all was done", lost, done, true, [{ key: "TOKEN", value: secret }]],
  ])("are there once if %s", async (_, answer, found, isListed, sent) => {
    const [first, ...rest] = await sentFor(answer, listed(...found));
    expect(first?.[0]).toBe(createAll);
    expect(rest.filter(([line]) => line === list)).toHaveLength(isListed ? 1 : 0);
    expect(rest.filter(([line]) => line !== list).map(([, body]) => body)).toEqual(sent);
  });

  it("that exist by now are given their values", async () => {
    platform.on(create, [201, { ...fixture.response, ports: [] }]).on(createAll, created(...all.slice(1)));
    platform
      .on(createOne, [409])
      .on(list, listed(item(1, "A", "by hand")))
      .on(update(1), [200, { id: id(1) }]);
    await lifecycle("Container", platform.url, { endpoints }).create(args);
    expect(platform.lines().slice(1)).toEqual([createAll, createOne, list, update(1)]);
  });

  it.each([
    ["that of all", lost, [409]],
    ["that of each one", [404], lost],
    ["with the ID of each one", [404], [201, {}]],
  ] as const)(
    "are there once if the response is lost, %s, and lists have them only later",
    async (_, together, singly) => {
      platform.on(create, [201, { ...fixture.response, ports: [] }]).on(createAll, together);
      platform.on(createOne, singly, [409]);
      const later = [item(1, "A", "1"), item(2, "B", "")];
      platform.on(list, listed(), listed(), listed(), listed(...later));
      const cycle = lifecycle("Container", platform.url, { endpoints });
      const { outputs } = await cycle.create({ ...args, secretVariables: {} });
      expect(outputs).toMatchObject({ variables });
      expect(platform.lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
    },
  );

  it("of which one is rejected say which, and the state has the others", async () => {
    platform.on(create, [201, { ...fixture.response, ports: [] }]).on(createAll, created(all[0] as object));
    platform.on(createOne, [400, { detail: "too long", violations: [{ field: "value", message: "is too long" }] }]);
    const failure = await failureOf(lifecycle("Container", platform.url, { endpoints }).create(args));
    expect(failure.message + String((failure as { reasons?: unknown }).reasons)).toContain("variables.B");
    expect(String(failure.reasons)).toContain("creating its variables");
    expect((failure as { properties?: Values }).properties).toMatchObject({ variables: { A: "1" } });
  });

  it("of which nobody knows whether they exist are only named in the state", async () => {
    platform
      .on(create, [201, { ...fixture.response, ports: [] }])
      .on(createAll, lost)
      .on(list, [403]);
    const { properties } = await failureOf(lifecycle("Container", platform.url, { endpoints }).create(args));
    expect(properties).toMatchObject({ variables: { A: null, B: null }, secretVariables: { TOKEN: null } } as Values);
  });

  it("are created singly if there is one", async () => {
    platform.on(create, [201, { ...fixture.response, ports: [] }]).on(createOne, [201, { id: id(1) }]);
    const one = { ...args, variables: { A: "1" }, secretVariables: {} };
    await lifecycle("Container", platform.url, { endpoints }).create(one);
    expect(platform.lines()).toEqual([create, createOne]);
  });
});

it("variables that an update adds are in one request, after a list, beside what it changes and deletes", async () => {
  const before = { ...fixture.path, ...fixture.program, ports: [], variables: { OLD: "1", A: "0" } } as Values;
  const { body } = definitionOf("Container");
  const state = { ...fixture.outputs, ...before, __managed: describeManaged(body, before) } as Values;
  platform.on(list, listed(item(1, "OLD", "1"), item(2, "A", "0"), item(3, "THEIRS", "x")));
  platform.on(createAll, created(...all.slice(1))).on(update(2), [200, { id: id(2) }]);
  platform.on(`DELETE /variable/${id(1)}`, [204]);
  const { outputs } = await lifecycle("Container", platform.url, { endpoints }).update(container, state, args);
  expect(platform.lines()).toEqual([list, `DELETE /variable/${id(1)}`, createAll, update(2)]);
  expect(platform.arrived.find(({ line }) => line === createAll)?.body).toMatchObject({
    vars: [{ name: "B" }, { name: "TOKEN" }],
  });
  expect(outputs).toMatchObject({ variables, secretVariables });
});
