import { describe, expect, it } from "vitest";
import { type Format, textFormats } from "../../../provider/schema/formats.js";
import { validate } from "../../../provider/values/validate.js";
import { fixtures } from "../../kinds/fixtures.js";
import { recordOf } from "../../kinds/index.js";
import type { Change } from "../../kinds/recordParts.js";
import { formatTexts } from "../../support/formats.js";
import { type Field, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { allPlaces, generalOf, type Place, placesOf, withValue, wrongType } from "../support/argument-places.js";
import { definitionOf, lifecycle } from "../support/fake-platform.js";

const nowhere = "http://127.0.0.1:9";
const kinds = fixtures.map((fixture) => {
  const definition = definitionOf(fixture.kind);
  return { kind: fixture.kind, fixture, definition, places: placesOf(definition.body, fixture) };
});
const sets = ["documented", "extended"] as const;
const both = kinds.flatMap((each) => sets.map((endpoints) => ({ ...each, endpoints })));

/** Another value that the field accepts as well; nothing for what holds other places. */
function otherValue(field: Field, value: Value): Value | undefined {
  switch (field.type) {
    case "string":
      return otherText(field.format, String(value));
    case "integer":
      return Number(value) === -1 ? 9 : Number(value) + 1;
    case "boolean":
      return value !== true;
    case "enum":
      return field.values.find((word) => word !== value);
    case "json":
      return { other: [1] };
    default:
      return undefined;
  }
}

function otherText(format: Format | undefined, value: string): string {
  if (format === undefined) return `${value}-other`;
  const { normalForm } = textFormats[format];
  const other = formatTexts[format].good.find((text) => normalForm(text) !== normalForm(value));
  if (other === undefined) throw new Error(`no other text of the format ${format}`);
  return other;
}

type Outcome = "none" | Change | "unknown" | string;

const changed = (kind: string, endpoints: (typeof sets)[number]) => recordOf(kind).arguments.changed[endpoints];
const requiredOf = (kind: string) => recordOf(kind).arguments.required.split(/\s+/);

const issuesOf = (kind: string, program: Value) =>
  validate(definitionOf(kind), program, "create").map(({ path }) => generalOf(path));

async function outcome(kind: string, endpoints: (typeof sets)[number], place: Place, desired: Value): Promise<Outcome> {
  try {
    const id = "00000000-0000-4000-8000-0000000000ff";
    const plan = await lifecycle(kind, nowhere, { endpoints }).diff(id, place.state, desired as Values);
    if (plan?.replaces) return plan.deleteBeforeReplace ? "replace, deleted first" : "replace";
    return plan?.changes === false ? "none" : plan?.changes === true ? "unknown" : "edit";
  } catch (error) {
    const { code } = error as { code?: string };
    return code === "AP2001" ? "refused" : code === "AP2002" ? "name taken" : String(error);
  }
}

/** One cell for each place, by its path. */
type Cell = Outcome | readonly string[];
async function cells(places: readonly Place[], cell: (place: Place) => Promise<Cell> | Cell) {
  const all = places.map(async (place) => [place.general, await cell(place)] as const);
  return Object.fromEntries(await Promise.all(all));
}

describe("table of arguments", () => {
  it.each(kinds)("has every argument of $kind that is sent", ({ definition, places }) => {
    const visited = new Set(places.map((place) => place.general));
    const isOther = (path: string) =>
      path.startsWith("services") || definition.args[path.replace(/\W.*/, "")]?.extendedOnly;
    expect(allPlaces(definition.body).filter((path) => !visited.has(path) && !isOther(path))).toEqual([]);
  });
});

describe("each argument", () => {
  it.each(both)(
    "is edited, replaced or refused as its test record says if it changes: $kind, $endpoints",
    async ({ kind, endpoints, places }) => {
      const leaves = places.filter(({ field, value }) => otherValue(field, value) !== undefined);
      const [rule, exceptions] = changed(kind, endpoints);
      const change = (place: Place) => withValue(place.program, place.steps, otherValue(place.field, place.value));
      const found = await cells(leaves, (place) => outcome(kind, endpoints, place, change(place)));
      expect(found).toEqual(await cells(leaves, ({ arg }) => exceptions[arg] ?? rule));
    },
  );

  it.each(kinds)("may be omitted unless it is required: $kind", async ({ kind, places }) => {
    const words = requiredOf(kind);
    const members = places.filter(({ steps }) => typeof steps.at(-1) === "string");
    const found = await cells(members, (place) => issuesOf(kind, withValue(place.program, place.steps)));
    const expected = (place: Place) => {
      const elsewhere = recordOf(kind).arguments.omittedElsewhere?.[place.general];
      return words.includes(place.general) ? [place.general] : elsewhere === undefined ? [] : [elsewhere];
    };
    expect(found).toEqual(await cells(members, expected));
  });

  it.each(kinds)("is accepted if it is unknown: $kind", async ({ kind, places }) => {
    const found = await cells(places, (place) => issuesOf(kind, withValue(place.program, place.steps, UNKNOWN)));
    expect(found).toEqual(await cells(places, () => []));
  });

  it.each(both)(
    "is planned as a change if it is unknown: $kind, $endpoints",
    async ({ kind, definition, endpoints, places, fixture }) => {
      const [rule, exceptions] = changed(kind, endpoints);
      const found = await cells(places, (place) =>
        outcome(kind, endpoints, place, withValue(place.program, place.steps, UNKNOWN)),
      );
      // A name that may still be the same replaces nothing yet; another place always does, and everything if there is no update.
      const isReplaced = (arg: string) =>
        arg in fixture.path || definition.api.update === undefined || definition.args[arg]?.onUpdate === "replace";
      const expected = ({ arg }: Place) => {
        const change = exceptions[arg] ?? rule;
        return change === "replace, deleted first" || (change === "replace" && isReplaced(arg)) ? change : "edit";
      };
      expect(found).toEqual(await cells(places, expected));
    },
  );

  it.each(kinds)("is refused with its path if it has a wrong type: $kind", async ({ kind, places }) => {
    const typed = places.filter(({ field }) => wrongType(field) !== undefined);
    const found = await cells(typed, (place) => {
      const issues = issuesOf(kind, withValue(place.program, place.steps, wrongType(place.field)));
      const dependents = recordOf(kind).arguments.dependents?.[place.general];
      return issues.filter((path) => !dependents?.includes(path));
    });
    expect(found).toEqual(await cells(typed, (place) => [place.general]));
  });
});
