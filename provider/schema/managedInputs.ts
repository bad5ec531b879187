import type { Field, ObjectField } from "./field.js";
import { isAbsent, isObject, type Value, type Values } from "./json.js";
import { isSecretMember } from "./secrecy.js";

/**
 * State property that lists the arguments that the program gives: `name,ports(internalPort,name),source(image(tag))`.
 *
 * The engine passes only the outputs to `read`. To return the matching inputs, which `ignoreChanges` and drift detection need,
 * the provider must know which outputs the program manages. It stores names only, so that no value is stored twice. A revision
 * may follow (see `revision.ts`).
 */
export const MANAGED = "__managed";

interface Shape {
  readonly [member: string]: Shape | true;
}

/** Describes which arguments a program gives. */
export function describeManaged(body: ObjectField, args: Values): string {
  return write(shapeOf(body, args) as Shape);
}

/** The inputs that a program with the described arguments would give for these outputs. */
export function managedInputs(body: ObjectField, described: string, outputs: Values): Values {
  return project(body, parse(described), outputs) as Values;
}

/**
 * Outputs without secrets that the program does not give: the engine encrypts an output only if the input at the same path is
 * secret, so a secret set by hand would be in the state in plain text. Updates read such a secret again and keep it.
 */
export function withoutUnmanagedSecrets(body: ObjectField, described: string, outputs: Values): Values {
  return strip(body, parse(described), outputs) as Values;
}

function strip(field: Field, shape: Shape | true, value: Value | undefined): Value | undefined {
  if (shape === true) return value;
  if (field.type === "array" && Array.isArray(value))
    return value.map((item) => strip(field.item, shape, item) ?? null);
  if (field.type !== "object" || !isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, Value | undefined][] => {
    const member = field.members[name];
    if (member === undefined) return [[name, inner]];
    if (isSecretMember(member, value) && shape[name] === undefined) return [];
    return [[name, strip(member, shape[name] ?? {}, inner)]];
  });
  return Object.fromEntries(kept);
}

function shapeOf(field: Field, value: Value | undefined): Shape | true {
  if (field.type === "object" && isObject(value)) {
    const given = Object.entries(field.members).filter(([name]) => value[name] !== undefined);
    return Object.fromEntries(given.map(([name, member]) => [name, shapeOf(member, value[name])]));
  }
  if (field.type === "array" && field.item.type === "object" && Array.isArray(value)) {
    return value.map((item) => shapeOf(field.item, item)).reduce(merge, {});
  }
  return true;
}

function merge(one: Shape | true, other: Shape | true): Shape | true {
  if (one === true || other === true) return typeof one === "object" ? one : other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in one && name in other
        ? merge(one[name] as Shape, other[name] as Shape)
        : ((one[name] ?? other[name]) as Shape),
    ]),
  );
}

function project(field: Field, shape: Shape | true, value: Value | undefined): Value | undefined {
  if (shape === true || isAbsent(value)) return value;
  if (field.type === "object" && isObject(value)) {
    const kept = Object.entries(shape).map(
      ([name, inner]) => [name, project(field.members[name] ?? field, inner, value[name])] as const,
    );
    return Object.fromEntries(kept.filter(([, inner]) => inner !== undefined));
  }
  if (field.type === "array" && Array.isArray(value))
    return value.map((item) => project(field.item, shape, item) ?? null);
  return value;
}

function write(shape: Shape): string {
  return Object.entries(shape)
    .map(([name, inner]) => (inner === true ? name : `${name}(${write(inner)})`))
    .join(",");
}

function parse(text: string): Shape {
  const stack: Record<string, Shape | true>[] = [{}];
  for (const [, name = "", mark] of text.matchAll(/([^(),]*)([(),]|$)/g)) {
    const top = stack.at(-1) as Record<string, Shape | true>;
    if (mark === "(") {
      const inner: Record<string, Shape | true> = {};
      top[name] = inner;
      stack.push(inner);
    } else {
      if (name !== "") top[name] = true;
      if (mark === ")") stack.pop();
    }
  }
  return stack[0] as Shape;
}
