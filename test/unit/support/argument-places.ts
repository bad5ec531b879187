/** Every place of an argument in the programs of a kind's fixture, found by walking the definition and the values together. */
import { pathText, withValueAt } from "../../../provider/schema/equality.js";
import { wireName } from "../../../provider/schema/field.js";
import type { Fixture } from "../../kinds/shared/fixture.js";
import { type Field, isObject, type ObjectField, type Value, type Values } from "../../support/provider.js";

type Step = string | number;

export interface Place {
  /** As the program spells it: `ports[0].internalPort`. */
  readonly path: string;
  /** The same for all items and both probes: `ports[].internalPort`. */
  readonly general: string;
  /** Top-level argument. */
  readonly arg: string;
  readonly steps: readonly Step[];
  readonly field: Field;
  readonly value: Value;
  /** The program in which it is. */
  readonly program: Values;
  /** What is known of the platform after that program. */
  readonly state: Values;
}

/** The same path for all items and both probes. */
export const generalOf = (path: string) =>
  path.replace(/\[\d+\]/g, "[]").replace(/(readiness|liveness)Probe/g, "probe");

function walk(
  field: Field,
  value: Value | undefined,
  steps: readonly Step[],
  found: (field: Field, value: Value, steps: readonly Step[]) => void,
): void {
  if (value === undefined || value === null) return;
  if (steps.length > 0) found(field, value, steps);
  if (field.type === "object" && isObject(value)) {
    for (const [name, member] of Object.entries(field.members)) walk(member, value[name], [...steps, name], found);
  }
  if (field.type === "array" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(field.item, item, [...steps, index], found);
  }
  if (field.type === "record" && isObject(value)) {
    for (const [key, each] of Object.entries(value)) walk(field.value, each, [...steps, key], found);
  }
}

/** Each place once, in the first program of the fixture that has it. */
export function placesOf(body: ObjectField, fixture: Fixture): Place[] {
  const places = new Map<string, Place>();
  for (const each of [fixture, ...fixture.variants]) {
    const program = { ...each.program, ...fixture.path, ...each.path };
    const state = each === fixture ? fixture.outputs : program;
    walk(body, program, [], (field, value, steps) => {
      const path = pathText(steps);
      const general = generalOf(path);
      if (!places.has(general))
        places.set(general, { path, general, arg: String(steps[0]), steps, field, value, program, state });
    });
  }
  return [...places.values()];
}

/** Every place that a definition has, of arguments that a program gives and a request contains. */
export function allPlaces(field: Field, path = ""): string[] {
  if (field.type === "array") return [`${path}[]`, ...allPlaces(field.item, `${path}[]`)];
  if (field.type !== "object") return [];
  return Object.entries(field.members)
    .filter(([, member]) => !member.local && !member.whenOmitted?.isAssigned && !isSentSeparately(member))
    .flatMap(([name, member]) => {
      const here = path === "" ? name : `${path}.${name}`;
      return [here, ...allPlaces(member, here)];
    })
    .map(generalOf);
}

/** The program with another value at a place, or without it. */
export const withValue = (values: Value, steps: readonly Step[], value?: Value): Value =>
  withValueAt(values, steps, value);

/** Whether calls of its own send it, in the body or in the path. */
export function isSentSeparately({ separate, codec }: Field): boolean {
  return separate !== undefined || (codec?.encode !== undefined && codec.encode("any") === undefined);
}

/** Whether the object's codec sends the member as something else, or its members in its place. */
export function isMoved({ codec, members }: ObjectField, name: string): boolean {
  const wire = wireName(name, members[name] as Field);
  const sent = codec?.encode?.({ [wire]: {} });
  return sent !== undefined && isObject(sent) && !Object.hasOwn(sent, wire);
}

export function wrongType(field: Field): Value | undefined {
  if (field.type === "string" || field.type === "service") return 7;
  if (field.type === "enum") return "NO_SUCH_WORD";
  if (field.type !== "json") return "words";
  return { setting: 7, advancedSetting: [1], object: "words", members: "words", flagOrWord: "words", any: undefined }[
    field.shape
  ];
}
