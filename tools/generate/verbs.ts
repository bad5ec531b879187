import { callsOf, type ResourceDefinition } from "../../provider/definition/kind.js";
import { type Endpoint, type EndpointSet, isServed } from "../../provider/platform/endpoint.js";
import { endpointAnchor } from "./anchors.js";
import { table } from "./tables.js";

const words: Readonly<Record<string, string>> = {
  save: "create and update",
  create: "create",
  clone: "clone",
  alias: "create an alias",
  override: "create an override",
  list: "list",
  read: "read",
  update: "update",
  delete: "delete",
  cancel: "cancel",
  statuses: "read the status of each service",
  redeploy: "redeploy the environment",
};

interface Verb {
  readonly word: string;
  readonly call: Endpoint<boolean>;
}

/** What can be done with a kind, in the order of a resource's life. */
function verbsOf(definition: ResourceDefinition): Verb[] {
  const { api } = definition;
  const calls = callsOf(definition);
  // One call without a resource behind it, sent at creation and again at an update, is an action.
  const isAction = api.save === undefined && api.create.path === api.update?.path;
  return Object.entries(words).flatMap(([name, word]) => {
    const call = calls[name];
    if (call === undefined || ((api.save !== undefined || isAction) && name === "update")) return [];
    if (api.save !== undefined && name === "create") return [];
    return [{ word: isAction && name === "create" ? "deploy" : word, call }];
  });
}

/** What each endpoint set can do with a kind, with links to the documented endpoints below. */
export function verbsTable(definition: ResourceDefinition): string {
  const verbs = verbsOf(definition);
  const cell = (set: EndpointSet) =>
    verbs
      .filter(({ call }) => isServed(call, set))
      .map(({ word }) => word)
      .join(", ") || "nothing";
  const numbers = verbs.flatMap(({ word, call }) =>
    call.row === undefined ? [] : [`${word} ${endpointLink(call.row)}`],
  );
  const { onDestroy } = definition;
  return [
    table(["documented endpoints", "extended endpoints"], [[cell("documented"), cell("extended")]]),
    ...(onDestroy === undefined ? [] : [`Destroying the resource ${withLinks(onDestroy)}.\n`]),
    ...(numbers.length === 0 ? [] : [`<small>[Documented endpoints](endpoints.md): ${numbers.join(", ")}.</small>\n`]),
  ].join("\n");
}

function endpointLink(row: number): string {
  return `[${row}](endpoints.md#${endpointAnchor(row)})`;
}

function withLinks(text: string): string {
  return text.replace(/\((\d+)\)/g, (_, row: string) => `(${endpointLink(Number(row))})`);
}
