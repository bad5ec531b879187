import { isAbsent, isObject, type Value, type Values } from "./json.js";
import { isSecretMember } from "./secrecy.js";
import type { Field, ObjectField } from "./view.js";

/**
 * Which arguments a program gives, as a short text in the state: `name,ports(internalPort,name),source(image(tag))`.
 *
 * The engine hands `read` the outputs only. To give back the inputs that belong to them (without which `ignoreChanges` and
 * drift go wrong), the provider must know which of the outputs the program manages. Names only: no value is kept twice.
 */
export const MANAGED = "__managed";

interface Shape {
  readonly [member: string]: Shape | true;
}

/** The text for a program's arguments. */
export function describeManaged(body: ObjectField, args: Values): string {
  return write(shapeOf(body, args) as Shape);
}

/** The inputs that a program with the described arguments would have given for these outputs. */
export function managedInputs(body: ObjectField, described: string, outputs: Values): Values {
  return project(body, parse(described), outputs) as Values;
}

/**
 * Outputs without the secrets beyond the described members: the engine encrypts an output where the same path is secret already,
 * so that one set by hand would stand in the state in clear. An edit reads it again, and keeps it.
 */
export function withoutForeignSecrets(body: ObjectField, described: string, outputs: Values): Values {
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
