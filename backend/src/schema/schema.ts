/**
 * Shapes as plain data. One definition serves twice: `validate.ts` checks request bodies with it,
 * `json-schema.ts` writes it into the OpenAPI document.
 */
import type { Format } from "./formats.js";
import type { ReferenceKind } from "./references.js";
import type { Rule } from "./rules.js";

export interface TextNode {
  readonly kind: "text";
  readonly minimumLength: number;
  readonly maximumLength?: number;
  readonly maximumBytes?: number;
  readonly trimmed: boolean;
  readonly values?: readonly string[];
  readonly format?: Format;
  /** The record this id must name; an unknown one is a violation. */
  readonly refersTo?: ReferenceKind;
}
export interface NumberNode {
  readonly kind: "integer" | "number";
  readonly minimum: number;
  readonly maximum: number;
}
export interface BooleanNode {
  readonly kind: "boolean";
}
export interface ArrayNode {
  readonly kind: "array";
  readonly items: Node;
  readonly minimumItems: number;
}
export interface MapNode {
  readonly kind: "map";
  readonly values: Node;
}
/** A JSON value of any shape, kept as it was sent. */
export interface AnyNode {
  readonly kind: "any";
}
export interface ObjectNode {
  readonly kind: "object";
  readonly members: Readonly<Record<string, MemberNode>>;
  readonly rules: readonly Rule[];
}

export type Node = (TextNode | NumberNode | BooleanNode | ArrayNode | MapNode | AnyNode | ObjectNode) & {
  readonly nullable?: boolean;
  /** The name under which the OpenAPI document lists it. */
  readonly name?: string;
  readonly description?: string;
};

/**
 * What happens when a member is left out: `required` is a violation, `optional` becomes null, a default is filled in,
 * and `kept` stays out (one of several alternatives; what the edit of a database keeps).
 */
export interface MemberNode {
  readonly schema: Node;
  readonly presence: "required" | "optional" | "kept" | "default";
  readonly default?: unknown;
}

declare const value: unique symbol;
export type Schema<T> = Node & { readonly [value]?: T };
export type Member<T> = MemberNode & { readonly [value]?: T };
export type Value<S> = S extends { readonly [value]?: infer T } ? T : never;

type Members = Readonly<Record<string, MemberNode>>;
export type MembersValue<M extends Members> = { [K in keyof M]: M[K] extends Member<infer T> ? T : never };

interface TextLimits {
  empty?: boolean;
  maximumLength?: number;
  maximumBytes?: number;
  trimmed?: boolean;
  format?: Format;
}

export function text(limits: TextLimits = {}): Schema<string> {
  const { empty = false, trimmed = false, ...rest } = limits;
  return { kind: "text", minimumLength: empty ? 0 : 1, trimmed, ...rest };
}
export function freeText(): Schema<string> {
  return text({ empty: true });
}
export function oneOf<const V extends readonly string[]>(values: V): Schema<V[number]> {
  return { kind: "text", minimumLength: 1, trimmed: false, values };
}
export function uuid(): Schema<string> {
  return text({ format: "uuid" });
}
export function idOf(refersTo: ReferenceKind): Schema<string> {
  return { kind: "text", minimumLength: 1, trimmed: false, format: "uuid", refersTo };
}
export const largestInteger = 2_147_483_647;
export function integer(minimum = -largestInteger - 1, maximum = largestInteger): Schema<number> {
  return { kind: "integer", minimum, maximum };
}
/** With fractions, unlike `integer`. */
export function number(minimum: number, maximum: number): Schema<number> {
  return { kind: "number", minimum, maximum };
}
export function boolean(): Schema<boolean> {
  return { kind: "boolean" };
}
export function anything(): Schema<unknown> {
  return { kind: "any" };
}
export function array<T>(items: Schema<T>, minimumItems = 0): Schema<T[]> {
  return { kind: "array", items, minimumItems };
}
export function map<T>(values: Schema<T>): Schema<Record<string, T>> {
  return { kind: "map", values };
}
export function object<M extends Members>(members: M, ...rules: Rule[]): Schema<MembersValue<M>> {
  return { kind: "object", members, rules };
}
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return { ...schema, nullable: true } as Schema<T | null>;
}
export function named<T>(name: string, schema: Schema<T>, description?: string): Schema<T> {
  return description === undefined ? { ...schema, name } : { ...schema, name, description };
}

export function required<T>(schema: Schema<T>): Member<T> {
  return { schema, presence: "required" };
}
/** Answers show it as null when it is not set, so null may be sent too: what was read can be sent back. */
export function optional<T>(schema: Schema<T>): Member<T | null> {
  return { schema: { ...schema, nullable: true }, presence: "optional" } as Member<T | null>;
}
export function kept<T>(schema: Schema<T>): Member<T | undefined> {
  return { schema, presence: "kept" } as Member<T | undefined>;
}
export function fallback<T>(schema: Schema<T>, value: NoInfer<T>): Member<T> {
  return { schema, presence: "default", default: value };
}
