import { callsOf, type ResourceDefinition } from "../../provider/definition/kind.js";
import { type Endpoint, type EndpointSet, isServed } from "../../provider/platform/endpoint.js";

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

/** What the basic and the full API can do with a kind. */
export function verbsText(definition: ResourceDefinition): string {
  const verbs = verbsOf(definition);
  const { onDestroy } = definition;
  const inSet = (set: EndpointSet) => verbs.filter(({ call }) => isServed(call, set)).map(({ word }) => word);
  const basic = inSet("documented");
  const more = inSet("extended").filter((word) => !basic.includes(word));
  const full = more.length === 0 ? "nothing more" : `${basic.length === 0 ? "" : "also "}${more.join(", ")}`;
  return [
    `[Basic API](../concepts/endpoints.md): ${basic.join(", ") || "nothing"}. Full API: ${full}.`,
    ...(onDestroy === undefined ? [] : [` Destroying it ${onDestroy.replace(/ \(\d+\)/, "")}.`]),
    "\n",
  ].join("");
}
