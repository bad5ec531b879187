/**
 * The schemas that validate requests agree with the records of the kinds on each argument: whether it is required, its type, its bounds
 * and its texts. What connects several members is in `rules.test.ts`, and features in `clusters.test.ts`.
 */
import { describe, expect, it } from "vitest";
import { routesOf } from "../../backend/src/routes/table.js";
import type { References } from "../../backend/src/schema/references.js";
import { fieldOf, validate } from "../../backend/src/schema/validate.js";
import { kindNamedBy } from "../../provider/definition/references.js";
import { wireName } from "../../provider/schema/field.js";
import { membersToWire } from "../../provider/values/wire.js";
import { anonymous } from "../kinds/documentedCalls.js";
import { fixtures } from "../kinds/fixtures.js";
import { isNotApplicable, recordOf } from "../kinds/index.js";
import { formatTexts } from "../support/formats.js";
import { type Field, fillPath, type Value, type Values } from "../support/provider.js";
import { allPlaces, isMoved, type Place, placesOf, withValue, wrongType } from "../unit/support/argument-places.js";
import { definitionOf } from "../unit/support/fake-platform.js";

const routes = routesOf("extended");
/** Whatever a body refers to exists, and registries take every image. */
const everything = { exists: () => true, registryKind: () => "GENERIC_CR" };
const nothing = { exists: () => false, registryKind: () => undefined };
/** Whether an argument has the ID of a record that must exist; whether there are credentials depends on the cloud of the cluster. */
const isReference = ({ field }: Place) =>
  field.type === "string" && field.format === "guid" && kindNamedBy(field) !== undefined;

/** An object whose members a request has without it, with this in front of their names. */
const flattened: Readonly<Record<string, string>> = { vsphere: "vsphere_" };

/** The way in a request to what a program gives; an object that says only which alternative is used is not in it. */
function wayOnWire(body: Field, steps: Place["steps"]): Place["steps"] {
  const [, object = "", member] = steps;
  if (flattened[object] !== undefined) return [`${flattened[object]}${member}`];
  let field = body;
  return steps.flatMap((step) => {
    const holder = field;
    if (holder.type === "array") field = holder.item;
    if (holder.type === "record") field = holder.value;
    if (holder.type !== "object") return [step];
    field = holder.members[step] as Field;
    return isMoved(holder, String(step)) ? [] : [wireName(String(step), field)];
  });
}

/** The calls that create and update a kind, where these are two. */
const calls = fixtures.flatMap((fixture) => {
  const { create, update, save } = definitionOf(fixture.kind).api;
  const other = update ?? save;
  const isOther = other !== undefined && `${other.method} ${other.path}` !== `${create.method} ${create.path}`;
  const first = { fixture, verb: "create", call: create } as const;
  return isOther ? [first, { fixture, verb: "update", call: other } as const] : [first];
});

const requests = calls.map(({ fixture, verb, call }) => {
  const { kind } = fixture;
  const { args, body, pathArgs, nameArg } = definitionOf(kind);
  const { arguments: known, calls: made } = recordOf(kind);
  const { addedMembers = {}, unsent = {} } = isNotApplicable(made) ? {} : made;
  const sent = allPlaces(body);

  const isSent = ({ arg, general, steps }: Place) =>
    sent.includes(general) &&
    !general.startsWith("features[].") &&
    flattened[String(steps.at(-1))] === undefined &&
    !pathArgs.includes(arg) &&
    // A member keeps the address of the invitation.
    !(kind === "OrganizationMember" && verb === "update" && arg === "email") &&
    !unsent[verb]?.includes(wireName(arg, args[arg] as Field)) &&
    !(steps.length === 1 && isMoved(body, arg));
  const fieldAt = ({ steps }: Place) => fieldOf(wayOnWire(body, steps));
  /** The fields that the request is refused for with another value at a place, or with none. */
  const refusedFor = ({ program, steps }: Place, value?: Value, references: References = everything): string[] => {
    const path = fillPath(call, { id: fixture.response.id, ...program } as Values).replace(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      "{}",
    );
    const route = routes.find((each) => each.method === call.method && anonymous(each.path) === path);
    if (route?.body === undefined) throw new Error(`No request of a ${kind} is at ${path}.`);
    const request = { ...membersToWire(body, program, pathArgs), ...(verb === "create" && addedMembers.create) };
    const { violations = [] } = validate(route.body, withValue(request, wayOnWire(body, steps), value), references);
    return violations.map(({ field }) => field);
  };
  const isRefused = (place: Place, value: Value, references = everything as References) =>
    refusedFor(place, value, references).includes(fieldAt(place));
  const isChosen = ({ default: constant, whenOmitted }: Field) => whenOmitted?.isSent && constant === undefined;
  const chosen = Object.keys(args).filter((arg) => isChosen(args[arg] as Field));
  return { kind, verb, known, nameArg, chosen, places: placesOf(body, fixture).filter(isSent), refusedFor, isRefused };
});

/** The provider sends them always, or names a resource itself. */
const requiredByThePlatform: Readonly<Record<string, readonly string[]>> = {
  Job: ["healthchecks"],
  HelmService: ["arguments", "valuesOverride", "autoDeploy"],
  // A program has no `secret` beside it: the provider sends `is_secret` then.
  Variable: ["secret", "secretManagerAccessId"],
};
/** Without them, the provider could not tell what a program means. */
const requiredByTheProvider = [
  "terraformVariablesSource.tfVars[].secret",
  "mountPath",
  "source.gitRepository.provider",
  "OrganizationMember.roleId",
];

it.each(requests.filter(({ verb }) => verb === "create"))(
  "create request of a $kind is refused without any of its required members, and only then",
  ({ kind, known, nameArg = "", chosen, places, refusedFor }) => {
    const expected = [
      ...[...known.required.split(/\s+/), ...Object.keys(known.omittedElsewhere ?? {}), nameArg],
      ...(requiredByThePlatform[kind] ?? []),
      // Requests have null in place of what the platform chooses.
      ...chosen,
    ].filter((path) => ![path, `${kind}.${path}`].some((each) => requiredByTheProvider.includes(each)));
    const members = places.filter(({ steps }) => typeof steps.at(-1) === "string");
    const refused = members.filter((place) => refusedFor(place).length > 0);
    const generals = (of: readonly Place[]) => of.map(({ general }) => general);
    expect(generals(refused)).toEqual(generals(members).filter((path) => expected.includes(path)));
  },
);

describe.each(requests)("$verb request of a $kind", ({ known, places, isRefused }) => {
  const bounded = known.bounds.flatMap(([path, outside, inside]) => {
    const at = places.filter(({ general }) => general === path);
    return at.length === 0 ? [] : [[path, { at, outside, inside }] as const];
  });

  it("is refused with the ID of a record that doesn't exist", () => {
    const texts = places.filter(({ field }) => field.type === "string");
    const references = texts.filter(isReference);
    expect(texts.filter((place) => isRefused(place, place.value, nothing))).toEqual(references);
  });

  it("is refused with a value of another type, such as a number for a string (no coercion)", () => {
    const typed = places.flatMap((place) => {
      const value = wrongType(place.field);
      return value === undefined ? [] : [{ place, value }];
    });
    expect(typed.filter(({ place, value }) => !isRefused(place, value))).toEqual([]);
  });

  it.each(bounded)("is refused with %s outside its bounds, and accepted within them", (_, { at, outside, inside }) => {
    for (const place of at) {
      expect(outside.filter((value) => !isRefused(place, value))).toEqual([]);
      expect(inside.filter((value) => isRefused(place, value))).toEqual([]);
    }
  });

  it("is refused with a string of another format, and accepted in its own format", () => {
    const isBounded = ({ general }: Place) => bounded.some(([path]) => path === general);
    for (const place of places.filter(({ field }) => field.type === "string")) {
      const format = place.field.type === "string" ? place.field.format : undefined;
      const { good, bad } =
        format === undefined ? { good: isBounded(place) ? [] : [""], bad: [] } : formatTexts[format];
      expect([place.general, good.filter((text) => isRefused(place, text))]).toEqual([place.general, []]);
      expect([place.general, bad.filter((text) => !isRefused(place, text))]).toEqual([place.general, []]);
    }
  });
});
