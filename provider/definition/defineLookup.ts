import { pathMembers } from "../platform/endpoint.js";
import type { ObjectField } from "../schema/field.js";
import { membersOf } from "../schema/view.js";
import { connection } from "./defineKind.js";
import type { ArgumentShape, LookupDefinition, OwnLookUp } from "./kind.js";

interface LookupStatement {
  readonly description: string;
  /** Where it is, and its name. */
  readonly args?: ArgumentShape;
  readonly outputs?: ArgumentShape;
  /** A list, and a call that reads one by its ID: omitted for a lookup that isn't by name or ID. */
  readonly api?: LookupDefinition["api"];
  readonly own?: Omit<OwnLookUp, "args" | "outputs"> & Record<"args" | "outputs", ArgumentShape>;
  /** The name of one, as a program has it. */
  readonly example?: string;
}

/** Declares something that programs look up and that no kind manages. */
export function defineLookup(
  kind: string,
  { description, api = {}, example = "", ...stated }: LookupStatement,
): LookupDefinition {
  const own = stated.own && {
    ...stated.own,
    args: membersOf(stated.own.args),
    outputs: membersOf(stated.own.outputs),
  };
  const args = membersOf({ ...stated.args, connection });
  const outputs = own?.outputs ?? membersOf(stated.outputs ?? {});
  const nameArg = Object.keys(args).find((name) => args[name]?.identifies);
  const body: ObjectField = {
    ...{ type: "object", required: true, name: kind, description },
    ...{ members: args, responseOnly: outputs },
  };
  return {
    ...{ kind, description, api, args, outputs, body, example, nameArg, identity: "id", linked: [] },
    pathArgs: api.list === undefined ? [] : pathMembers(api.list),
    lookups: { filters: {}, documents: {}, ...(own && { own }) },
  };
}
