/** Lets the provider judge arguments and then asks the platform, over HTTP. */
import { withImplied } from "../../../provider/definition/kind.js";
import { AdoptionError, DefaultsNotAcceptedError } from "../../../provider/errors/index.js";
import { isAtOrBelow } from "../../../provider/schema/equality.js";
import { fieldsWithin, wireName } from "../../../provider/schema/field.js";
import { hasUnknown, sameJson } from "../../../provider/schema/json.js";
import { changesOf } from "../../../provider/values/compare.js";
import { type Issue, omitNulls, validate, wrongIds } from "../../../provider/values/validate.js";
import type { Platform } from "../../platform/support/platform.js";
import type { FrontendName } from "../../support/frontend.js";
import {
  AppPlatformError,
  type EndpointSet,
  type Field,
  fillPath,
  isAbsent,
  isObject,
  isServed,
  type ResourceDefinition,
  type Value,
  type Values,
} from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { providerAt } from "../faults/provider.js";
import { isKnownOnlyToThePlatform, isMissing, isRefusedOnlyByTheProvider } from "./exceptions.js";
import type { Deployable } from "./references.js";

/** What a case came to, for the counts. */
export type Outcome = "accepted" | "refused" | "undecided";

interface Exchange {
  /** Creates a resource, and removes it afterwards unless `then` needs it. */
  create(args: Values, then?: (id: string, outputs: Values) => Promise<void>): Promise<Outcome>;
  update(id: string, outputs: Values, args: Values, before: Values): Promise<Outcome>;
}

/** @param services What references may refer to. */
export function exchangeOf(
  platform: Platform,
  {
    kind,
    endpoints,
    frontend,
  }: { readonly kind: string; readonly endpoints: EndpointSet; readonly frontend: FrontendName },
  environmentId: string,
  services: Pick<Deployable, "containers">,
): Exchange {
  const definition = definitionOf(kind);
  const { api, body, pathArgs } = definition;
  const cycle = providerAt({ frontend, url: platform.url, token: platform.tokens.admin, endpoints }).of(kind);
  const { ids } = platform;
  const place = {
    ...{ environmentId, organizationId: ids.organization, projectId: ids.project, clusterId: ids.cluster },
    on: `container/${services.containers}`,
    cloud: "azure",
  };

  const send = async (call: "create" | "update", args: Values, id?: string) => {
    const endpoint = api[call];
    if (endpoint === undefined) throw new TypeError(`${kind} has no ${call}`);
    const path = fillPath(endpoint, { ...place, id });
    return platform.request(endpoint.method, path, { body: bodyAsSent(body, args, pathArgs) });
  };

  const remove = async (id: string) => {
    const isOwn = api.save === undefined || (api.create !== api.save && id !== ids.cluster);
    if (api.delete !== undefined && isOwn) await platform.request("DELETE", fillPath(api.delete, { ...place, id }));
  };

  /** Where the arguments have several choices which a request has as one object, in which their members mix. */
  const mixed = (issues: readonly Issue[]) => {
    const choices = fieldsWithin(body)
      .filter(({ field }) => field.codec !== undefined)
      .map(({ path }) => path);
    const isMixed = ({ path, expected, got }: Issue) =>
      choices.includes(path.replace(/\[\d+\]/g, "")) &&
      expected.startsWith("must have exactly one of") &&
      got?.includes(" and ");
    return issues.filter(isMixed).map(({ path }) => path);
  };

  /** What the provider refuses, the platform refuses as it is. */
  const refused = async (reasons: readonly string[], call: "create" | "update", args: Values, id?: string) => {
    // The platform resets what the provider does not want to reset unasked.
    if (reasons.every((reason) => reason.startsWith(DefaultsNotAcceptedError.code))) return "undecided";
    // What the API document does not have, this platform takes on both endpoint sets.
    if (reasons.some((reason) => reason.startsWith("AP2008"))) return "undecided";
    // The preview reads what the arguments name, and the request below goes to a place that exists.
    if (reasons.some((reason) => /^AP3003\b/.test(reason))) return "undecided";
    const issues = [...validate(definition, args, call), ...(call === "create" ? wrongIds(body, args, undefined) : [])];
    // What only configures the provider is never sent.
    const sent = issues.filter(({ path }) => !definition.args[path.replace(/[.[].*$/, "")]?.local);
    const shared = sent.filter(({ path, expected }) => !isRefusedOnlyByTheProvider(`${path} ${expected}`));
    // Other reasons come from a rule of the kind itself.
    if (shared.length === 0 && reasons.length <= issues.length) return "undecided";
    const response = await send(call, args, id);
    if (response.status === 400) return "refused";
    if (call === "create" && typeof response.body?.id === "string") await remove(response.body.id);
    const places = mixed(issues);
    if (shared.every(({ path }) => places.some((each) => isAtOrBelow(path, each)))) return "undecided";
    throw new Error(
      `The provider refuses this ${call}, and the platform responds ${response.status}:\n${reasons.join("\n")}`,
    );
  };

  /** What the provider accepts is never a 400, except for what only the platform knows. */
  const rejected = (error: unknown, call: string): Outcome => {
    if (!(error instanceof Error)) throw error;
    const details = [...error.message.matchAll(/^\s*- (?!the platform says: |the platform's request ID: )(.*)$/gm)].map(
      ([, detail = ""]) => detail,
    );
    const isRejected = /\bAP(3006|5002)\b/.test(error.message);
    if (isRejected && details.length > 0 && details.every(isKnownOnlyToThePlatform)) return "undecided";
    if (isMissing(error)) return "undecided";
    // An earlier case has left one with other arguments.
    if (error instanceof AdoptionError) return "undecided";
    // Another resource has the name, or a cluster's deployment failed by its credentials: the body was right.
    if (error instanceof AppPlatformError && ["AP3004", "AP5008"].includes(error.code)) return "accepted";
    throw new Error(`The provider accepts this ${call}, and it fails:\n${error.message}`);
  };

  const settled = async (id: string, outs: Values, args: Values, call: string) => {
    const plan = await cycle.diff(id, outs, args);
    if (plan.changes === false) return;
    const differences = changesOf(definition, args, outs).map(({ text }) => text);
    throw new Error(`The ${call} leaves a difference: ${differences.join("\n")}`);
  };

  /** What the check returns, which the engine passes on. */
  const checked = (args: Values) => withImplied(definition, omitNulls(body, args) as Values);

  return {
    async create(args, then) {
      const reasons = await cycle.check(args);
      if (reasons.length > 0) return refused(reasons, "create", args);
      const inputs = checked(args);
      const created = await cycle.create(inputs).catch((error) => ({ outcome: rejected(error, "create") }));
      if ("outcome" in created) return created.outcome;
      try {
        await settled(created.id, created.outputs, inputs, "create");
        await then?.(created.id, created.outputs);
      } finally {
        await remove(created.id);
      }
      return "accepted";
    },

    async update(id, outputs, args, before) {
      const reasons = await cycle.check(args, before);
      const isServedHere = isServed(api.update, endpoints);
      if (reasons.length > 0)
        return isServedHere && definition.updateMode === "full" ? refused(reasons, "update", args, id) : "undecided";
      const inputs = checked(args);
      const plan = await cycle.diff(id, outputs, inputs).catch((error) => {
        if (error instanceof AppPlatformError && /^AP(1203|200[12])$/.test(error.code)) return undefined;
        throw error;
      });
      if (plan === undefined || plan.changes === false || [plan.replaces ?? []].flat().length > 0) return "undecided";
      const previewed = frontend === "native" ? await cycle.previewUpdate(id, outputs, inputs) : {};
      const updated = await cycle
        .update(id, outputs, inputs)
        .catch((error) => ({ outcome: rejected(error, "update") }));
      if ("outcome" in updated) return updated.outcome;
      const wrong = wrongIn(definition, previewed, updated.outputs);
      if (wrong.length > 0) throw new Error(`The preview knows what the update doesn't return: ${wrong.join(", ")}`);
      // The next run checks what the state has now.
      await cycle.check(args, inputs);
      await settled(id, updated.outputs, inputs, "update");
      return "accepted";
    },
  };
}

/** Where a preview knows another value than the update returned. The platform may spell an argument in another way. */
function wrongIn(definition: ResourceDefinition, shown: Values, actual: Values): string[] {
  const known = Object.entries(shown).filter(([, value]) => !isAbsent(value) && !hasUnknown(value));
  const outputs = known.filter(([name]) => name in definition.outputs);
  const args = Object.fromEntries(known.filter(([name]) => name in definition.args));
  return [
    ...changesOf(definition, args, actual).map(({ text }) => text),
    ...outputs.filter(([name, value]) => !sameJson(value, actual[name])).map(([name]) => name),
  ];
}

/** Arguments as the request would contain them if nothing were checked or omitted: only the names change. */
function asSent(field: Field, value: Value): Value {
  if (field.type === "object" && isObject(value)) {
    const members = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]): [string, Value] => {
        const member = field.members[name];
        return member === undefined ? [name, each as Value] : [wireName(name, member), asSent(member, each as Value)];
      });
    return encoded(field, Object.fromEntries(members));
  }
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => asSent(field.item, item));
  if (field.type === "record" && isObject(value)) {
    const sent = Object.entries(value).map(([key, each]): [string, Value] => [key, asSent(field.value, each as Value)]);
    return encoded(field, Object.fromEntries(sent));
  }
  return value;
}

function encoded({ codec }: Field, usual: Value): Value {
  return codec?.encode?.(usual) ?? usual;
}

/** The body of a request: without what is in its path or stays with the provider. */
function bodyAsSent(field: Field & { readonly type: "object" }, args: Values, pathArgs: readonly string[]): Values {
  const names = Object.keys(args).filter((name) => !pathArgs.includes(name) && field.members[name]?.local !== true);
  return asSent(field, Object.fromEntries(names.map((name) => [name, args[name]]))) as Values;
}
