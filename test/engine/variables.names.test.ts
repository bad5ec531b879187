/** What programs give by mistake: values of wrong types, and members that are named as what every object has. */
import { Container, type ContainerArgs, getContainer, getContainers } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const web = (args: object = {}) => void new Container("web", containerArgs(platform, args as Partial<ContainerArgs>));
const inPlace = (args: object) => ({ environmentId: platform.ids.environment, ...args });

const wrong: readonly unknown[] = [7, [1], { a: 1 }, { toString: "x" }, { constructor: "x" }, { hasOwnProperty: "x" }];

/** Where a program can give a value that must be a text. */
const places: readonly [place: string, named: string, program: (value: never) => unknown][] = [
  ["connection of a Container", "connection", (connection) => web({ connection })],
  ["ID for Container.get", "id", (id) => void Container.get("web", id)],
  ["Pulumi name of a Container", "first argument", (name) => void new Container(name, containerArgs(platform))],
  ["id for getContainer", "id", (id) => getContainer(inPlace({ id }) as never)],
  ["name for getContainer", "name", (name) => getContainer(inPlace({ name }) as never)],
  [
    "connection for getContainer",
    "connection",
    (connection) => getContainer(inPlace({ name: "web", connection }) as never),
  ],
  ["environmentId for getContainers", "environmentId", (environmentId) => getContainers({ environmentId })],
  ["connection for getContainers", "connection", (connection) => getContainers(inPlace({ connection }) as never)],
];

test.each(places)("value of a wrong type fails at preview, and the error names it: %s", async (_, named, program) => {
  for (const value of wrong) {
    const output = await stack.fails("preview", async () => void (await program(value as never)));
    expect(output).toMatch(/AP\d{4}/);
    expect(output).toContain(named);
    expect(output).not.toMatch(/AP9001|TypeError/);
  }
});

describe("variables called toString, then or the like", () => {
  const keys = ["toString", "constructor", "hasOwnProperty", "valueOf", "toJSON", "then"];
  const program = (value: string) => () =>
    web({ variables: Object.fromEntries(keys.map((key) => [key, value])), secretVariables: { isPrototypeOf: value } });

  test("are created, compared, updated and deleted", async () => {
    await stack.run("up", program("1"));
    const { id } = await stack.resource("web");
    const shown = async () => {
      const { results } = (await platform.request("GET", `/variable?scope=CONTAINER&parent_id=${id}`)).body;
      // Without those that the platform itself has for a container.
      const own = results.filter((each: Record<string, unknown>) => each.scope !== "BUILT_IN");
      return own.map((each: Record<string, unknown>) => [each.key, each.value]).sort();
    };
    const expected = (value: string) => [...keys.map((key) => [key, value]), ["isPrototypeOf", null]].sort();
    expect(await shown()).toEqual(expected("1"));
    expect((await stack.run("preview", program("1"))).changes).toEqual({ same: 2 });
    await stack.run("up", program("2"));
    expect(await shown()).toEqual(expected("2"));
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    await stack.run("up", () => web());
    expect(await shown()).toEqual([]);
  });

  test("fail at preview if called `__proto__`, which the SDK loses", async () => {
    const variables = JSON.parse('{"__proto__": "1"}');
    const output = await stack.fails("preview", () => web({ variables }));
    expect(output).toContain("variables.__proto__ must not be set: the Pulumi SDK loses it");
  });
});
