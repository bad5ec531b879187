/** Every form in which the platform may have a variable, adopted by every form in which a program may give one. */
import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { expect, test } from "vitest";
import { bodies } from "../platform/support/bodies.js";
import { databaseArgs } from "./support/declare.js";
import { variablesOf } from "./support/existing.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openStack } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const canary = "s3cr3t-canary-4711";
const sdks = [dynamic, native];

type Body = Readonly<Record<string, unknown>>;

const post = async (path: string, body: Body) => {
  const { status, body: created } = await platform.request("POST", path, { body });
  expect(status, JSON.stringify(created)).toBeLessThan(300);
  return created.id as string;
};

const makeService = () =>
  post(`/environment/${platform.ids.environment}/container`, bodies.container.minimal(platform.ids));

const variableOf = (scope: string, id: string, key: string, others: Body = {}) =>
  post("/variable", {
    ...{ key, value: "theirs", is_secret: false, variable_scope: scope, variable_parent_id: id },
    ...others,
  });

const alias = (key: string) => async (service: string) => {
  const { id } = (await variablesOf(platform, service)).find((each) => each.key === key) ?? {};
  return post(`/variable/${id}/alias`, { key: "KEY", alias_scope: "CONTAINER", alias_parent_id: service });
};

const override = (of: Body) => async (service: string) => {
  const id = await variableOf("ENVIRONMENT", platform.ids.environment, "KEY", of);
  const place = { override_scope: "CONTAINER", override_parent_id: service };
  return post(`/variable/${id}/override`, { value: "theirs", ...place });
};

const [plain, secret, file] = [{}, { is_secret: true }, { mount_path: "/etc/theirs" }];
const own = (form: Body) => (service: string) => variableOf("CONTAINER", service, "KEY", form);

/** What a service may have under the key KEY; an override is one of its environment's variable, an alias one of its own. */
const forms: Readonly<Record<string, (service: string) => Promise<string>>> = {
  value: own(plain),
  secret: own(secret),
  file: own(file),
  "secret file": own({ ...secret, ...file }),
  "alias of plain": alias("PLAIN"),
  "alias of secret": alias("SECRET"),
  "alias of file": alias("FILE"),
  "override of plain": override(plain),
  "override of secret": override(secret),
  "override of file": override(file),
};

type AdoptedArgs = Omit<dynamic.VariableArgs, "on" | "key">;
/** A program with the ID of a variable, by its key. */
type WithIds = (idOf: (key: string) => string) => AdoptedArgs;

const aliasBy =
  (key: string): WithIds =>
  (idOf) => ({ aliasOf: idOf(key) });
const overrideBy =
  (value: pulumi.Input<string>): WithIds =>
  (idOf) => ({ value, overrides: idOf("KEY") });

const programs: Readonly<Record<string, AdoptedArgs | WithIds>> = {
  value: { value: "ours" },
  "value, said to be readable": { value: "ours", secret: false },
  "marked value": { value: pulumi.secret(canary) },
  "secret value": { value: canary, secret: true },
  file: { value: "ours", mountPath: "/etc/theirs" },
  "file elsewhere": { value: "ours", mountPath: "/etc/ours" },
  "marked file": { value: pulumi.secret(canary), mountPath: "/etc/theirs" },
  "alias of plain": aliasBy("PLAIN"),
  "alias of secret": aliasBy("SECRET"),
  "alias of file": aliasBy("FILE"),
  override: overrideBy("ours"),
  "marked override": overrideBy(pulumi.secret(canary)),
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

const typeOf = ({ aliasOf, overrides, mountPath }: AdoptedArgs) =>
  aliasOf !== undefined ? "ALIAS" : overrides !== undefined ? "OVERRIDE" : mountPath !== undefined ? "FILE" : "VALUE";

let cell = 0;

test.each(Object.keys(forms))(
  "existing variable (%s) is adopted only by a Variable of its type, which otherwise fails with AP2006 or AP1203",
  async (form) => {
    const service = await makeService();
    for (const [key, of] of Object.entries({ PLAIN: plain, SECRET: secret, FILE: file }))
      await variableOf("CONTAINER", service, key, of);
    const id = await (forms[form] as (typeof forms)[string])(service);
    // What a program may override.
    if (!form.startsWith("override")) await variableOf("ENVIRONMENT", platform.ids.environment, "KEY");
    const shown = async () => (await variablesOf(platform, service)).find((each) => each.id === id);
    const before = await shown();
    const { body } = await platform.request("GET", `/variable?scope=CONTAINER&parent_id=${service}`);
    const seen = body.results as readonly { readonly id: string; readonly key: string }[];
    // What a program can override is of the environment.
    const idOf = (key: string) => seen.find((each) => each.key === key && each.id !== id)?.id as string;
    // What is adopted is changed, so it comes last.
    const order = Object.keys(programs).sort((one, other) => rank(form, one) - rank(form, other));
    for (const program of order) {
      const chosen = programs[program] as AdoptedArgs | WithIds;
      const specified = typeof chosen === "function" ? chosen(idOf) : chosen;
      cell += 1;
      const { Variable } = sdks[cell % 2] as typeof dynamic;
      const byName = cell % 3 === 0 ? { env: { APP_PLATFORM_ON_EXISTING: "adopt" } } : undefined;
      const declare = () => {
        const args = { on: `container/${service}`, key: "KEY", ...specified, ...(byName ? {} : { adoptId: id }) };
        new Variable(`variable-${cell}`, args as dynamic.VariableArgs, { retainOnDelete: true });
      };
      if (adopted[form]?.includes(program)) {
        await stack.run("preview", declare, byName);
        await stack.run("up", declare, byName);
        const { value, is_secret, variable_type } = (await shown()) ?? {};
        expect([program, variable_type]).toEqual([program, typeOf(specified)]);
        if (specified.aliasOf === undefined) expect(value).toBe(is_secret === true ? null : "ours");
        expect((await stack.run("preview", declare, byName)).changes).toEqual({ same: 2 });
        expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
        await stack.run("up", () => undefined, byName);
      } else {
        const output = await stack.fails("preview", declare, byName);
        expect(output, program).toMatch(/AP2006|AP1203/);
        expect(output).not.toContain(canary);
        if (cell % 5 === 0) expect(await stack.fails("up", declare, byName)).toMatch(/AP2006|AP1203/);
        expect(await shown()).toEqual(before);
      }
      expect(JSON.stringify(await shown())).not.toContain(canary);
    }
  },
);

const rank = (form: string, program: string) => (adopted[form]?.includes(program) ? 1 : 0);

test.each([
  ["by their IDs", true],
  ["by their names", false],
])("variables of a lost state are adopted %s, without a write", async (_, isById) => {
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
      new other.Variable("key", { on, key: "KEY", aliasOf: level.id, ...own("key") });
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

test("override of a readable variable fails with AP1203 if its value is secret", async () => {
  const overrides = await variableOf("PROJECT", platform.ids.project, "KEY");
  const program = (value: pulumi.Input<string>) => () =>
    void new dynamic.Variable("key", {
      on: `environment/${platform.ids.environment}`,
      key: "KEY",
      overrides,
      value,
    });
  await forgetRequests(platform);
  const output = await stack.fails("up", program(pulumi.secret(canary)));
  expect(output).toMatch(/AP1203: .*value must not be marked as secret/);
  expect(await writes(platform)).toEqual([]);
  await stack.run("up", program("ours"));
  expect(await stack.fails("preview", program(pulumi.secret(canary)))).toContain("value must not be marked as secret");
});
