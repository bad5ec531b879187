import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importAddress } from "../../../provider/engine/lookups.js";
import { definitionOf } from "../../../provider/generated/definitionOf.js";
import { mapInside } from "../../../provider/schema/field.js";
import { kindNames, records } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { plain, type Resource, urnOf } from "../../support/frontend.js";
import { type Field, isObject, type ResourceDefinition, type Value, type Values } from "../../support/provider.js";
import { everyFieldOf } from "../support/every-field.js";
import { type NativeFrontend, openFrontend } from "./frontend.js";

const platform = openedPlatform({ endpoints: "extended" });
beforeAll(async () => {
  for (const kind of kindNames) await records[kind].prepare?.(platform);
});

const isImported = (kind: string) => importAddress(definitionOf(kind) as ResourceDefinition) !== undefined;
const holding = kindNames.filter((kind) => records[kind].lifecycle.acts === undefined && isImported(kind));

const bodyOf = (kind: string): Field => (definitionOf(kind) as ResourceDefinition).body;

/** The value with `null` in its free-form JSON. */
function withNulls(field: Field, value: Value): Value {
  const isFree = field.type === "json" && field.shape === "object";
  if (isFree && isObject(value)) return { ...value, none: null, list: [null, { none: null }] };
  return mapInside(field, value, ({ field: inner, value: each }) => withNulls(inner, each));
}

/** Programs of a kind: that of the lifecycle, and those with every field set. */
const programsOf = (kind: (typeof kindNames)[number]): [string, Values][] => [
  ["lifecycle", records[kind].lifecycle.args(platform.ids) as Values],
  ...Object.entries(everyFieldOf(kind, platform.ids)).map(([name, args]): [string, Values] => [
    name,
    withNulls(bodyOf(kind), args as Values) as Values,
  ]),
];

describe.each(holding)("pulumi import of %s by its ID or `<parent>/<id>`", (kind) => {
  const urn = urnOf(kind, "it");
  const definition = definitionOf(kind) as ResourceDefinition;
  const { pathArgs, identity } = definition;
  const addressOf = ({ id, outputs }: Resource) => {
    const place = pathArgs.map((name) => plain(outputs)[name]);
    return (identity === "place" ? place : [...place, id]).join("/");
  };

  it("returns valid inputs that differ neither from the platform nor from the program", async () => {
    for (const [name, args] of programsOf(kind)) {
      const [owner, importer] = await Promise.all([openFrontend(platform), openFrontend(platform)]);
      const existing = await owner.declare(urn, args);
      const imported = (await importer.import(urn, addressOf(existing))) as Resource;
      expect(imported.id).toBe(addressOf(existing).split("/").at(-1));
      const masked = importer.messages.flatMap(({ text }) => /masks (.*);/.exec(text)?.[1]?.split(", ") ?? []);
      const { inputs, failures } = await importer.check(urn, imported.inputs, imported.inputs);
      // Pulumi would report each as a bug of the provider.
      expect(failures, name).toEqual([]);
      const again = (await importer.check(urn, imported.inputs, imported.inputs)).failures;
      const missing = again.map((text) => /: (\S+) is required/.exec(text)?.[1] ?? text);
      // Without its only member, which is a secret, an object is nothing: none of those that exclude each other is left.
      const isAlone =
        missing.length === 1 && masked.length === 1 && / must have exactly one of .* got none/.test(missing[0] ?? "");
      expect(masked, name).toEqual(expect.arrayContaining(isAlone ? masked : missing));
      expect(await importer.diff(imported, inputs), name).toMatchObject({ changes: false, details: {} });
      const written = (await importer.check(urn, args, imported.inputs)).inputs;
      const { details } = await importer.diff(imported, written);
      const differing = Object.keys(details ?? {}).filter((path) => (path.split(/[.[]/)[0] as string) in args);
      expect(
        differing.filter((path) => !masked.some((each) => each.startsWith(path))),
        name,
      ).toEqual([]);
      const found = (await importer.read(imported)) as Resource;
      expect(plain(found.inputs)).toEqual(plain(imported.inputs));
      await Promise.all([owner.close(), importer.close()]);
    }
  });
});

describe("pulumi import or get (native provider)", () => {
  let owner: NativeFrontend;
  let importer: NativeFrontend;
  beforeEach(async () => {
    [owner, importer] = await Promise.all([openFrontend(platform), openFrontend(platform)]);
    return () => Promise.all([owner.close(), importer.close()]);
  });

  const container = () => records.Container.lifecycle.args(platform.ids) as Values;
  const urn = urnOf("Container", "it");

  it("returns the `__versionRevision` that a deployment needs, unlike `get`", async () => {
    const { id } = await owner.declare(urn, { ...container(), name: "deployable" });
    const { outputs } = (await importer.import(urn, id)) as Resource;
    const read = await importer.get(urn, id, { environmentId: platform.ids.environment });
    const { __versionRevision: imported } = plain(outputs).deployable as Values;
    expect(imported).toMatch(/^[0-9a-f]{16}$/);
    expect(plain(read ?? {}).deployable).toMatchObject({ id, __versionRevision: "" });
  });

  it("returns the same `__revision` in each run for a resource that a program only reads (`get`)", async () => {
    const { id } = await owner.declare(urn, { ...container(), name: "only-read" });
    const outputs = await importer.get(urn, id, {});
    const again = await importer.get(urn, id, {});
    const refreshed = await importer.read({ urn, id, inputs: {}, outputs: outputs as Values });
    const [first, ...others] = [outputs, again, refreshed?.outputs].map((each) => plain(each ?? {}).deployable);
    expect(first).toMatchObject({ id, __revision: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(others).toEqual([first, first]);
    // The program still gives nothing.
    expect(plain(refreshed?.inputs as Values)).toEqual({});
  });

  it("fails with AP1204, AP2005, AP2007 or AP3003, or finds nothing, for an invalid ID", async () => {
    const { ids } = platform;
    const documented = await openFrontend(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
    const noIds = ["", ".", "..", "/", "//", " ", "%2F", "?", "#", "\u0000", "half \ud83d", `${ids.environment}/`];
    for (const kind of holding) {
      const urn = urnOf(kind, "it");
      const place: Values = { environmentId: ids.environment, organizationId: ids.organization };
      for (const [of, frontend] of Object.entries({ extended: owner, documented })) {
        for (const id of noIds) {
          const tries = [
            frontend.import(urn, id),
            frontend.get(urn, id, place),
            frontend.get(urn, id, { environmentId: id }),
          ];
          const results = await Promise.all(tries.map((each) => each.then(JSON.stringify, ({ message }) => message)));
          for (const each of results)
            expect(each ?? "", `${of} ${kind} ${id}`).toMatch(/^(|AP1204: .*|AP2005: .*|AP2007: .*|AP3003: .*)$/m);
        }
      }
    }
    await documented.close();
  });
});
