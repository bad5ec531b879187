/** Every form in which the platform may have a variable, adopted by every form in which a program may give one. */
import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { describe, expect, test } from "vitest";
import { sample } from "../full.js";
import { containerArgs, databaseArgs } from "./declare.js";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";
import { openStack } from "./stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const canary = "s3cr3t-canary-4711";
const sdks = [dynamic, native];

interface Place {
  readonly on: string;
  readonly scope: string;
  readonly id: string;
  /** Where what is overridden is. */
  readonly above?: { readonly scope: string; readonly id: string };
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  project: async () => {
    const id = platform.ids.project;
    return { on: `project/${id}`, scope: "PROJECT", id };
  },
  environment: async () => {
    const id = platform.ids.environment;
    const above = { scope: "PROJECT", id: platform.ids.project };
    return { on: `environment/${id}`, scope: "ENVIRONMENT", id, above };
  },
  service: async () => {
    const body = { name: "web", image_name: "nginx", tag: "1", healthchecks: {} };
    const registry_id = platform.ids.registries.DOCKER_HUB;
    const id = await post(`/environment/${platform.ids.environment}/container`, { ...body, registry_id });
    const above = { scope: "ENVIRONMENT", id: platform.ids.environment };
    return { on: `container/${id}`, scope: "CONTAINER", id, above };
  },
};

const post = async (path: string, body: object) => {
  const { status, body: created } = await platform.request("POST", path, { body });
  expect(status, JSON.stringify(created)).toBeLessThan(300);
  return created.id as string;
};

const create = ({ scope, id }: Pick<Place, "scope" | "id">, key: string, others: object = {}) =>
  post("/variable", {
    ...{ key, value: "theirs", is_secret: false, variable_scope: scope, variable_parent_id: id },
    ...others,
  });

/** What may be there: the variable with the key KEY. Whatever is named has a plain, a secret and a file form. */
type Source = "plain" | "secret" | "file";
const sourceForms = { plain: {}, secret: { is_secret: true }, file: { mount_path: "/etc/theirs" } };

const forms: Readonly<Record<string, (place: Place, sources: Sources) => Promise<string>>> = {
  value: (place) => create(place, "KEY"),
  secret: (place) => create(place, "KEY", { is_secret: true }),
  file: (place) => create(place, "KEY", { mount_path: "/etc/theirs" }),
  "secret file": (place) => create(place, "KEY", { mount_path: "/etc/theirs", is_secret: true }),
  ...Object.fromEntries(
    (["plain", "secret", "file"] as const).map((source) => [
      `alias of ${source}`,
      (place: Place, sources: Sources) => alias(place, sources.aliased[source] as string),
    ]),
  ),
  ...Object.fromEntries(
    (["plain", "secret", "file"] as const).map((source) => [
      `override of ${source}`,
      (place: Place, sources: Sources) => override(place, sources.overridden[source] as string),
    ]),
  ),
};

const alias = ({ scope, id }: Place, of: string) =>
  post(`/variable/${of}/alias`, { key: "KEY", alias_scope: scope, alias_parent_id: id });
const override = ({ scope, id }: Place, of: string) =>
  post(`/variable/${of}/override`, { value: "theirs", override_scope: scope, override_parent_id: id });

interface Sources {
  readonly aliased: Readonly<Partial<Record<Source, string>>>;
  readonly overridden: Readonly<Partial<Record<Source, string>>>;
}

/** What an alias names, and the one variable above that has the same key. */
async function sourcesIn(place: Place, form: string): Promise<Sources> {
  const aliased: Partial<Record<Source, string>> = {};
  for (const source of ["plain", "secret", "file"] as const)
    aliased[source] = await create(place, source.toUpperCase(), sourceForms[source]);
  if (place.above === undefined) return { aliased, overridden: {} };
  const source = (Object.keys(sourceForms) as Source[]).find((each) => form === `override of ${each}`) ?? "plain";
  return { aliased, overridden: { [source]: await create(place.above, "KEY", sourceForms[source]) } };
}

type Given = Omit<dynamic.VariableArgs, "on" | "key">;

const programs: Readonly<Record<string, Given>> = {
  value: { value: "ours" },
  "value, said to be readable": { value: "ours", secret: false },
  "marked value": { value: pulumi.secret(canary) },
  "secret value": { value: canary, secret: true },
  file: { value: "ours", mountPath: "/etc/theirs" },
  "file elsewhere": { value: "ours", mountPath: "/etc/ours" },
  "marked file": { value: pulumi.secret(canary), mountPath: "/etc/theirs" },
  "alias of plain": { aliasOf: "PLAIN" },
  "alias of secret": { aliasOf: "SECRET" },
  "alias of file": { aliasOf: "FILE" },
  override: { value: "ours", overrides: "KEY" },
  "marked override": { value: pulumi.secret(canary), overrides: "KEY" },
};

/** What adopts what. Everything else is refused. */
const adopted: Readonly<Record<string, readonly string[]>> = {
  value: ["value", "value, said to be readable"],
  secret: ["marked value", "secret value"],
  file: ["file"],
  "secret file": ["marked file"],
  "alias of plain": ["alias of plain"],
  "alias of secret": ["alias of secret"],
  "alias of file": ["alias of file"],
  "override of plain": ["override"],
  "override of secret": ["override", "marked override"],
  "override of file": ["override"],
};

const typeOf = ({ aliasOf, overrides, mountPath }: Given) =>
  aliasOf !== undefined ? "ALIAS" : overrides !== undefined ? "OVERRIDE" : mountPath !== undefined ? "FILE" : "VALUE";

let cell = 0;

/** Without `FULL=1`, half of the forms in each place. */
describe.each(Object.keys(places).map((name, place) => ({ name, place })))("of a $name,", ({ name, place: index }) => {
  const isPossible = (form: string) => name !== "project" || !form.startsWith("override");
  test.each(sample(Object.keys(forms), index, 2).filter(isPossible))(
    "%s is adopted by what is the same, and by nothing else",
    async (form) => {
      const place = await (places[name] as () => Promise<Place>)();
      const sources = await sourcesIn(place, form);
      const id = await (forms[form] as (typeof forms)[string])(place, sources);
      const shown = async () => {
        const { body } = await platform.request("GET", `/variable?scope=${place.scope}&parent_id=${place.id}`);
        return (body.results as Record<string, unknown>[]).find((each) => each.id === id);
      };
      const before = await shown();
      const refused: string[] = [];
      // What is adopted is changed, so it comes last.
      const order = Object.keys(programs).sort((one, other) => rank(form, one) - rank(form, other));
      for (const program of order.filter(isPossible)) {
        const given = programs[program] as Given;
        cell += 1;
        const { Variable } = sdks[cell % 2] as typeof dynamic;
        const byName = cell % 3 === 0 ? { env: { APP_PLATFORM_ON_EXISTING: "adopt" } } : undefined;
        const declare = () => {
          const args = { on: place.on, key: "KEY", ...given, ...(byName ? {} : { adoptId: id }) };
          new Variable(`variable-${cell}`, args as dynamic.VariableArgs, { retainOnDelete: true });
        };
        await forgetRequests(platform);
        if (adopted[form]?.includes(program)) {
          await stack.run("preview", declare, byName);
          await stack.run("up", declare, byName);
          const { value, is_secret, variable_type } = (await shown()) ?? {};
          expect([program, variable_type]).toEqual([program, typeOf(given)]);
          if (given.aliasOf === undefined) expect(value).toBe(is_secret === true ? null : "ours");
          expect((await stack.run("preview", declare, byName)).changes).toEqual({ same: 2 });
          expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
          await stack.run("up", () => undefined, byName);
        } else {
          const output = await stack.fails("preview", declare, byName);
          expect(output, program).toMatch(/AP2006|AP1203/);
          expect(output).not.toContain(canary);
          if (cell % 5 === 0) expect(await stack.fails("up", declare, byName)).toMatch(/AP2006|AP1203/);
          expect(await shown()).toEqual(before);
          refused.push(program);
        }
        expect(JSON.stringify(await shown())).not.toContain(canary);
      }
      const possible = Object.keys(programs).filter(isPossible);
      expect(refused.sort()).toEqual(possible.filter((each) => !adopted[form]?.includes(each)).sort());
    },
  );
});

const rank = (form: string, program: string) => (adopted[form]?.includes(program) ? 1 : 0);

test.each([
  ["by their IDs", true],
  ["by their names", false],
])("a program whose state was lost adopts its variables %s, and changes nothing", async (_, isById) => {
  const on = `environment/${platform.ids.environment}`;
  const declare =
    (ids: Readonly<Record<string, string>> = {}) =>
    () => {
      const own = (name: string) => (isById && ids[name] !== undefined ? { adoptId: ids[name] } : {});
      const [sdk, other] = sdks as [typeof dynamic, typeof dynamic];
      const db = new sdk.Database("db", { ...databaseArgs(platform), ...own("db") } as dynamic.DatabaseArgs);
      const level = new sdk.Variable("level", {
        ...{ on: `project/${platform.ids.project}`, key: "LEVEL", value: "info" },
        ...own("level"),
      });
      new other.Variable("debug", { on, key: "LEVEL", value: "debug", overrides: level.id, ...own("debug") });
      new sdk.Variable("alias", { on, key: "ALIAS", aliasOf: level, ...own("alias") });
      new other.Variable("key", { on, key: "KEY", aliasOf: "LEVEL", ...own("key") }, { dependsOn: level });
      new sdk.Variable("password", { on, key: "PASSWORD", aliasOf: db.credentials.password, ...own("password") });
      new other.Variable("file", { on, key: "FILE", value: "a: 1", mountPath: "/etc/app", ...own("file") });
    };
  await stack.run("up", declare());
  const ids = Object.fromEntries(
    (await stack.resources()).map(({ urn, id }) => [urn.split("::").at(-1), id as string]),
  );
  const second = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  const settings = isById ? undefined : { env: { APP_PLATFORM_ON_EXISTING: "adopt" } };
  await forgetRequests(platform);
  const { output } = await second.run("preview", declare(ids), settings);
  expect(output).not.toMatch(/and changes/);
  await second.run("up", declare(ids), settings);
  const sent = (await writes(platform)).filter((line) => !line.endsWith(" 409"));
  expect(sent).toEqual([]);
  expect((await second.run("preview", declare(ids), settings)).changes).toEqual({ same: 8 });
  await second.close();
});

describe("a service's `variables`", () => {
  const web = (place: Place, args: Partial<dynamic.ContainerArgs>) => () =>
    void new dynamic.Container("web", containerArgs(platform, { adoptId: place.id, ...args }) as dynamic.ContainerArgs);

  test.each(sample(Object.keys(forms), 0, 2))("take the place of %s under the same key", async (form) => {
    const place = await (places.service as () => Promise<Place>)();
    const sources = await sourcesIn(place, form);
    await (forms[form] as (typeof forms)[string])(place, sources);
    const args = { name: "web", imageName: "nginx", tag: "1" };
    for (const [arg, isSecret] of [
      ["variables", false],
      ["secretVariables", true],
    ] as const) {
      const program = web(place, { ...args, [arg]: { KEY: canary } });
      await stack.run("up", program);
      const { body } = await platform.request("GET", `/variable?scope=CONTAINER&parent_id=${place.id}`);
      const own = (body.results as Record<string, unknown>[]).filter(
        ({ key, scope }) => key === "KEY" && scope === "CONTAINER",
      );
      expect(own).toMatchObject([
        { variable_type: "VALUE", is_secret: isSecret, value: isSecret ? null : canary, mount_path: null },
      ]);
      expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
    }
  });
});

test("an override of a readable variable is refused a value that the program marks as secret, new or not", async () => {
  await create({ scope: "PROJECT", id: platform.ids.project }, "KEY");
  const program = (value: pulumi.Input<string>) => () =>
    void new dynamic.Variable("key", {
      on: `environment/${platform.ids.environment}`,
      key: "KEY",
      overrides: "KEY",
      value,
    });
  await forgetRequests(platform);
  const output = await stack.fails("up", program(pulumi.secret(canary)));
  expect(output).toContain("value must not be marked as secret");
  expect(await writes(platform)).toEqual([]);
  await stack.run("up", program("ours"));
  expect(await stack.fails("preview", program(pulumi.secret(canary)))).toContain("value must not be marked as secret");
});
