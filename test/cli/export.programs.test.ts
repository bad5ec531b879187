/** Exported programs, run without Pulumi: they give what the platform has, so adopting changes nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { livesInEnvironment } from "../../cli/environment/services.js";
import type { Program } from "../../cli/export/program.js";
import { typeErrors } from "../../cli/export/typeErrors.js";
import { definitions } from "../../provider/kinds/index.js";
import { changesOf } from "../../provider/values/compare.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { withReferences } from "../engine/agreement/references.js";
import { fixtures } from "../kinds/fixtures.js";
import { bodies } from "../platform/support/bodies.js";
import { openedPlatform } from "../platform/support/opened.js";
import { isFull } from "../support/full.js";
import { type Endpoint, isServed, type Values } from "../support/provider.js";
import { oneSeed, toRepeat } from "../support/seeds.js";
import { arbitraryArguments } from "../unit/support/arbitrary-arguments.js";
import { definitionOf, lifecycle } from "../unit/support/fake-platform.js";
import { exportEnvironment, exportServices, forms, image, service } from "./support/exported-environment.js";
import { declaredBy } from "./support/exported-program.js";

const kinds = definitions.filter(livesInEnvironment).map(({ kind }) => kind);
const platform = openedPlatform({ endpoints: "extended" });
const documentedPlatform = openedPlatform();

/** Everything that adopting with the program would change. */
function changesBy(program: Program, form: (program: Program) => Readonly<Record<string, string>>): string[] {
  const declared = declaredBy(form(program), program);
  expect(declared.length).toBe(program.declarations.length);
  return declared.flatMap(({ kind, args }) => {
    const found = program.declarations.find(({ service: { id } }) => id === args.adoptId)?.service;
    expect(found?.definition.kind).toBe(kind);
    const { adoptId: _, ...compared } = args;
    return changesOf(definitionOf(kind), compared, found?.values ?? {}).map(({ text }) => `${kind} ${text}`);
  });
}

/** The files of all forms, each in a folder of its own. */
function allFiles(program: Program): Record<string, string> {
  const entries = Object.entries(forms).flatMap(([form, write]) =>
    Object.entries(write(program)).map(([path, text]) => [`${form.replaceAll(" ", "-")}/${path}`, text]),
  );
  return Object.fromEntries(entries);
}

/** What the platform decides where a program gives nothing, and what it masks. */
const leftToPlatform =
  /^(autoPreview: .*|iconUri: nothing → "app:.*|ports\[0\]\.externalPort: nothing → 443|.*: a secret value → a secret value)$/;

describe("exported program of a documented resource", () => {
  const documented = fixtures.filter(({ kind }) => kinds.includes(kind));

  it.each(documented)("sets every argument of a $kind other than a default", ({ kind, path, response, ...fixture }) => {
    const { program: specified } = fixture;
    const values = membersFromWire(definitionOf(kind).body, response, path, "absent");
    const existing = service(kind, String(specified.name), values, String(response.id));
    const program = exportServices([existing], String(path.environmentId));
    for (const form of Object.values(forms)) expect(changesBy(program, form)).toEqual([]);
    const [declared] = declaredBy(forms["one file"]?.(program) ?? {}, program);
    expect(declared?.resourceName).toBe(specified.name);
    const missing = changesOf(definitionOf(kind), { ...specified, ...path }, declared?.args ?? {});
    expect(missing.map(({ text }) => text).filter((text) => !leftToPlatform.test(text))).toEqual([]);
  });
});

describe("exported environment with random services", () => {
  const cases = isFull ? 200 : 12;

  it("changes nothing when adopted, and compiles", async ({ onTestFailed }) => {
    onTestFailed(() => console.error(toRepeat(oneSeed)));
    const { ids, url, tokens } = platform;
    const environment = { APP_PLATFORM_TOKEN: tokens.admin };
    const records = { ids, services: {} as never, variableId: "", environmentId: ids.environment };
    for (const kind of kinds) {
      const definition = definitionOf(kind);
      const cycle = lifecycle(kind, url, { endpoints: "extended", environment });
      for (const [index, args] of fc
        .sample(arbitraryArguments(definition), { numRuns: cases, seed: oneSeed })
        .entries()) {
        const real = { ...withReferences(definition.body, args, records), name: `${kind} ${index} ${args.name ?? ""}` };
        // What only the platform knows, such as the form of image names in its registries, may be wrong.
        await cycle.create(real as Values).catch(() => undefined);
      }
    }
    const made = await Promise.all(
      kinds.map(async (kind) => {
        const { api, isOfPlatform } = definitionOf(kind);
        const path = (api.list as Endpoint).path.replace("{environmentId}", ids.environment);
        const items = (await platform.request("GET", path)).body.results as Values[];
        return items.filter((item) => isOfPlatform?.(item) !== true).length;
      }),
    );
    for (const count of made) expect(count).toBeGreaterThan(cases * 0.4);

    const { program } = await exportEnvironment(platform, ids.environment);
    expect(program.declarations.length).toBe(made.reduce((sum, count) => sum + count, 0));
    expect(program.declarations.flatMap(({ violations }) => violations)).toEqual([]);
    for (const form of Object.values(forms)) expect(changesBy(program, form)).toEqual([]);
    expect(typeErrors(allFiles(program), __dirname)).toEqual([]);

    const declared = declaredBy(forms["one file"]?.(program) ?? {}, program);
    for (const kind of kinds) {
      const cycle = lifecycle(kind, url, { endpoints: "extended", environment });
      const own = declared.filter((each) => each.kind === kind);
      for (const { args } of own) expect(await cycle.check(args)).toEqual([]);
      expect(cycle.infos.length).toBe(own.length);
      for (const text of cycle.infos) expect(text).toMatch(/adopts the existing resource .* without changes\b/);
    }
  });
});

describe("export of 1,000 services that refer to a database", () => {
  it("takes at most 40 times the CPU time of 100", async () => {
    const host = "db-1.databases.internal";
    const redis = { type: "REDIS", version: "7", mode: "CONTAINER", host, port: 6379 };
    const database = service("Database", "db", redis, "1");
    const services = Array.from({ length: 1000 }, (_, index) => {
      const values = { ...image, arguments: [`redis://:password-${index}@${host}:6379`] };
      return service("Container", `web ${index}`, values, `id-${index}`);
    });
    /** The files, and what they cost in time of the processor: what else the machine does doesn't count. */
    const exported = (count: number) => {
      const before = process.cpuUsage();
      const program = exportServices([database, ...services.slice(0, count)], "e");
      const files = forms["a file a service"]?.(program) ?? {};
      const { user, system } = process.cpuUsage(before);
      return { files, cost: user + system };
    };
    // Once for the compiler.
    exported(100);
    const [few, { files, cost }] = [exported(100), exported(1000)];
    // 10 would be proportional, 100 the square.
    expect(cost / few.cost).toBeLessThan(40);
    expect(Object.keys(files)).toHaveLength(1003);
    const code = ["`redis://:", "{dbPassword7}@", "{db.host}:", "{db.port}`"].join("$");
    expect(files["services/web7.ts"]).toContain(`arguments: [pulumi.interpolate${code}],`);
  });
});

it("export with documented endpoints adopts what they list without a change, and omits TerraformService", async () => {
  const { ids, request } = documentedPlatform;
  for (const [path, { full }] of Object.entries(bodies))
    await request("POST", `/environment/${ids.environment}/${path}`, { body: full(ids) });
  const { program, content } = await exportEnvironment(documentedPlatform, ids.environment, "documented");
  const unlisted = kinds.filter((kind) => !isServed(definitionOf(kind).api.list, "documented"));
  expect(unlisted).toContain("TerraformService");
  expect(content.unlisted.map(({ kind }) => kind)).toEqual(unlisted);
  expect(program.declarations.map(({ service: { definition } }) => definition.kind).sort()).toEqual(
    kinds.filter((kind) => !unlisted.includes(kind)).sort(),
  );
  for (const form of Object.values(forms)) expect(changesBy(program, form)).toEqual([]);
});
