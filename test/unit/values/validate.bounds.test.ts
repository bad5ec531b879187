import { describe, expect, it } from "vitest";
import { validate } from "../../../provider/values/validate.js";
import { fixtures } from "../../kinds/fixtures.js";
import { kindNames, recordOf, records } from "../../kinds/index.js";
import { name } from "../../kinds/shared/arguments.js";
import type { Fixture } from "../../kinds/shared/fixture.js";
import type { Field, Value, Values } from "../../support/provider.js";
import { generalOf, type Place, placesOf, withValue } from "../support/argument-places.js";
import { definitionOf, lifecycle } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
const everyPlace = fixtures.flatMap((fixture) =>
  placesOf(definitionOf(fixture.kind).body, fixture).map((place) => ({ kind: fixture.kind, place })),
);

const boundsOf = (kind: string, path: string) =>
  recordOf(kind).arguments.bounds.filter(([bounded]) => bounded === path);
const isBounded = (field: Field) =>
  (field.type === "integer" && (field.min !== undefined || field.max !== undefined)) ||
  (field.type === "string" && (field.minLength ?? field.maxLength ?? field.maxBytes) !== undefined);

const issuesOf = (kind: string, place: Place, value: Value) =>
  validate(definitionOf(kind), withValue(place.program, place.steps, value), "create");

describe("table of bounds", () => {
  it("has every bounded argument", () => {
    const bounded = everyPlace.filter(({ place }) => isBounded(place.field));
    expect(bounded.filter(({ kind, place }) => boundsOf(kind, place.general).length === 0)).toEqual([]);
  });

  it("names only arguments that exist", () => {
    const tabled = kindNames.flatMap((kind) => records[kind].arguments.bounds.map(([path]) => `${kind} ${path}`));
    const places = everyPlace.map(({ kind, place }) => `${kind} ${place.general}`);
    expect(tabled.filter((each) => !places.includes(each))).toEqual([]);
  });
});

describe("name of a resource", () => {
  /** A name that is compared verbatim may be any text. */
  const named = fixtures.filter(({ kind }) => recordOf(kind).arguments.bounds.includes(name[0] as never));

  it.each(named.map((fixture) => [fixture.kind, fixture] as const))(
    "has 1 to 128 characters without surrounding whitespace: %s",
    (kind, { program, path }) => {
      const issues = (name: string) => validate(definitionOf(kind), { ...program, ...path, name }, "create");
      for (const name of ["", " ", "x".repeat(129)]) expect(issues(name)).toMatchObject([{ path: "name" }]);
      for (const name of ["x", "x".repeat(128), ` ${"x".repeat(128)} `]) expect(issues(name)).toEqual([]);
    },
  );
});

describe("bounded arguments", () => {
  it.each(fixtures.map(({ kind }) => kind))(
    "are refused outside of their bounds, with the bounds in the error: %s",
    (kind) => {
      for (const { place } of everyPlace.filter((each) => each.kind === kind)) {
        for (const [path, outside, inside] of boundsOf(kind, place.general)) {
          for (const value of outside) {
            const issues = issuesOf(kind, place, value);
            // A most that is too low is less than the least as well.
            const least = path.startsWith("max") ? path.replace("max", "min") : undefined;
            const paths = issues.map((issue) => generalOf(issue.path)).filter((each) => each !== least);
            expect({ value, paths }).toEqual({ value, paths: [path] });
            expect(issues[0]?.expected).toMatch(/integer (from|of)|not be empty|at (most|least)|must be a UUID/);
          }
          for (const value of inside) {
            expect(issuesOf(kind, place, value).filter((issue) => generalOf(issue.path) === path)).toEqual([]);
          }
        }
      }
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, 2 ** 53])(
    "refuse %s in every integer of every kind",
    (value) => {
      const integers = everyPlace.filter(({ place }) => place.field.type === "integer");
      for (const { kind, place } of integers) {
        expect(issuesOf(kind, place, value).map(({ path }) => generalOf(path))).toContain(place.general);
      }
    },
  );
});

/** Every secret of the document and of the choices made for it. */
const secretPaths = kindNames.flatMap((kind) => records[kind].secrets.map(({ path }) => ({ kind, path })));

/** The fixture with the arguments that the document lacks, too. */
function withExtendedOnly(kind: string): Fixture {
  const { fixture, arguments: record } = recordOf(kind);
  const added = Object.entries(record.extendedOnly ?? {}).map(([name, [value]]) => [name, value]);
  return { ...fixture, program: { ...fixture.program, ...Object.fromEntries(added) } };
}

const secrets = secretPaths.map(({ kind, path }) => {
  const others = () => placesOf(definitionOf(kind).body, withExtendedOnly(kind)).map((place) => ({ kind, place }));
  const isIts = (each: (typeof everyPlace)[number]) => each.kind === kind && each.place.general === path;
  const found = (everyPlace.find(isIts) ?? others().find(isIts))?.place as Place;
  // Only the second variable is secret.
  const steps = found.steps.map((step, index) => (found.steps[index - 1] === "tfVars" ? 1 : step));
  return [kind, path, { ...found, steps }] as const;
});

describe("arguments that are always secret", () => {
  const canary = "canary-in-the-mine";

  it.each(secrets)("are shown neither in errors nor in plans: %s, %s", async (kind, _path, place) => {
    const wrong: Value[] = [canary, [canary], { value: canary }, `${canary}${"x".repeat(9999)}`];
    for (const value of wrong) {
      const program = withValue(place.program, place.steps, value) as Values;
      const cycle = lifecycle(kind, nowhere);
      // Everything else is wrong as well, so that every sentence is written.
      const broken = Object.fromEntries(
        Object.entries(program).map(([name, each]) => [name, name === place.arg ? each : [null]]),
      );
      for (const args of [program, broken]) expect((await cycle.check(args)).join("\n")).not.toContain(canary);
      const plan = cycle.diff("00000000-0000-4000-8000-0000000000ff", place.state, program);
      const text = await plan.then(JSON.stringify, (error: Error) => error.message);
      expect(text).not.toContain(canary);
    }
    // A text where an object is expected may contain the secret, too.
    for (let depth = 1; depth < place.steps.length; depth += 1) {
      const program = withValue(place.program, place.steps.slice(0, depth), `password: ${canary}`) as Values;
      const reasons = await lifecycle(kind, nowhere).check(program);
      expect(reasons.length).toBeGreaterThan(0);
      expect(reasons.join("\n")).not.toContain(canary);
    }
  });

  it("include the `value` of a `tfVars` item unless its `secret` is false", async () => {
    const { program, path } = records.TerraformService.fixture;
    const withVar = (variable: Value) => ({ terraformVariablesSource: { tfVarFilePaths: [], tfVars: [variable] } });
    const { check } = lifecycle("TerraformService", nowhere);
    const reasons = async (variable: Value) => (await check({ ...program, ...path, ...withVar(variable) })).join("\n");
    expect(await reasons({ key: "a", value: 4711, secret: false })).toContain("4711");
    for (const secret of [true, undefined, null, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"] as Value[]) {
      expect(await reasons({ key: "a", value: 4711, secret })).not.toContain("4711");
    }
  });
});
