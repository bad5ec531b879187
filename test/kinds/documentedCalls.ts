import { callsOf } from "../../provider/definition/kind.js";
import { refersTo } from "../../provider/definition/references.js";
import { definitions } from "../../provider/kinds/index.js";
import type { Endpoint, ResourceDefinition } from "../support/provider.js";

/** The calls of all kinds, each once: some kinds create and update by the same one. */
const calls: readonly { readonly kind: string; readonly call: Endpoint<boolean> }[] = [
  ...new Map(
    definitions.flatMap((definition) =>
      Object.values(callsOf(definition)).map(
        (call) => [`${call.method} ${call.path}`, { kind: definition.kind, call }] as const,
      ),
    ),
  ).values(),
];

/** A call without the names of its path's members: `PUT /job/{}`. */
export const anonymous = (call: string): string => call.replace(/\{\w+\}/g, "{}");

/** A call as platforms serve it: once for each kind that a reference in its path may be to, and for each word of an enum in it. */
export function served(
  { args }: Pick<ResourceDefinition, "args">,
  { method, path: whole }: Endpoint<boolean>,
): string[] {
  const [path = whole] = whole.split("?");
  const [reference, name = ""] = /\{\+(\w+)\}/.exec(path) ?? [];
  const field = args[name];
  const names = reference === undefined || field === undefined ? [] : refersTo(field);
  const [words, values = []] =
    Object.entries(args)
      .flatMap(([arg, each]) => (each.type === "enum" ? [[`{${arg}}`, each.values] as const] : []))
      .find(([place]) => path.includes(place)) ?? [];
  const expanded = words === undefined ? [path] : values.map((each) => path.replace(words, each));
  const paths = reference === undefined ? expanded : names.map((each) => path.replace(reference, `${each}/{}`));
  return paths.map((each) => anonymous(`${method} ${each}`));
}

/** The calls that return outputs which no response describing a resource has. */
export function linkedCalls({ linked }: Pick<ResourceDefinition, "linked">): Endpoint[] {
  return linked.flatMap(({ read, shared }) => [read, ...(shared === undefined ? [] : [shared.list])]);
}

/** The kinds of the API document's calls, in its order. */
export const documentedKinds: readonly string[] = calls
  .flatMap(({ kind, call: { row } }) => (row === undefined ? [] : [{ kind, row }]))
  .sort((one, other) => one.row - other.row)
  .map(({ kind, row }) => `${row} ${kind}`);
