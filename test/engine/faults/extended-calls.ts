/** Creates, updates and deletes of the kinds that only the extended endpoints create, from their test records. */
import { routesOf } from "../../../backend/src/routes/table.js";
import type { Endpoint as AnyCall } from "../../../provider/platform/endpoint.js";
import { definitions } from "../../../provider/resources/index.js";
import { variable } from "../../../provider/resources/variable/variable.js";
import type { DoorName, Kept } from "../../door.js";
import { isNotApplicable, recordOf } from "../../kinds/index.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import type { Platform as Backend } from "../../platform/platform.js";
import { isServed, type Values } from "../../provider.js";
import type { BackendContent } from "./backend-content.js";
import { type Endpoint, endpoints } from "./endpoints.js";
import { providerAt } from "./provider.js";

type Call = Pick<AnyCall<boolean>, "method" | "path">;

const lineOf = ({ method, path }: Call) => `${method} ${path.replace(/\{\w+\}/g, "{}").replace(/\?.*/, "")}`;

/** The same of a call with references in its path, which these arguments say. */
const lineWith = ({ method, path }: Call, args: Values) =>
  lineOf({
    method,
    path: path
      .replace(/\{\+(\w+)\}/g, (_, name: string) => `${String(args[name]).split("/")[0]}/{}`)
      .replace("{cloud}", String(args.cloud)),
  });

/** The backend's names of its calls, which fault rules and its journal go by: by method and path, without the names of members. */
const names = new Map(routesOf("extended").map((route) => [lineOf(route as Call), route.operation]));

/** The backend's name of a call with these arguments. */
function operationOf(call: Call, args: Values): string {
  const operation = names.get(lineWith(call, args));
  if (operation === undefined) throw new Error(`the backend does not serve ${call.method} ${call.path}`);
  return operation;
}

function callsOf({ kind, api, existingArg = "" }: (typeof definitions)[number]): Endpoint[] {
  const { lifecycle, calls, prepare: prepared } = recordOf(kind);
  const { arg: identity } = lifecycle.identifiedBy ?? { arg: "name" };
  const argsOf = ({ ids }: Backend): Values => {
    // Without an existing one, a new one is created.
    const { [existingArg]: _, [identity]: name = "faulty", ...args } = lifecycle.args(ids) as Values;
    return { ...args, [identity]: existingArg === "" ? name : "faulty" };
  };
  const edit = isNotApplicable(calls) || isNotApplicable(calls.extended) ? {} : calls.extended.edit;
  const made = ({ records }: BackendContent, { args }: { readonly args: Values }) => records(args[identity]);
  const row = (name: string, call: Call, rest: Omit<Endpoint, "name" | "kind" | "operation">): Endpoint => ({
    ...{ name, kind, operation: operationOf(call, lifecycle.args(seededIds) as Values) },
    ...rest,
  });
  const prepare = async (backend: Backend, door: DoorName = "dynamic") => {
    await prepared?.(backend);
    const provider = providerAt({ door, url: backend.url, token: backend.tokens.admin, endpoints: "extended" });
    const kept = [await provider.of(kind).create(argsOf(backend))];
    await backend.request("DELETE", "/_local/requests");
    return { args: { ...argsOf(backend), ...edit }, kept };
  };
  const create = row("create", api.create, {
    afterLoss: "finds out",
    async prepare(backend) {
      await prepared?.(backend);
      return { args: argsOf(backend), kept: [] };
    },
    operate: (provider, { args }) => provider.of(kind).create(args),
    wrongIn: (truth, given, { id }) =>
      made(truth, given).join() === id ? [] : [`${made(truth, given)} were made, not ${id}`],
    creates: true,
    made,
  });
  const update = row("update", api.update as Call, {
    afterLoss: "repeats",
    knowsWithoutBody: true,
    prepare,
    operate: (provider, { args, kept: [before] }) =>
      provider.of(kind).update(before?.id as string, before?.outputs as Values, args),
    wrongIn: ({ records }, _given, { outputs }) =>
      Object.entries(edit).flatMap(([arg, value]) => [
        ...(records(value).length === 1 ? [] : [`the platform has another ${arg}`]),
        ...(JSON.stringify(outputs[arg]) === JSON.stringify(value) ? [] : [`the state has another ${arg}`]),
      ]),
  });
  const remove = row("delete", api.delete as Call, {
    afterLoss: "finds out",
    knowsWithoutBody: true,
    // The platform says that it has no such thing, and still shows it.
    outcomes: { "404": "AP5003" },
    prepare,
    async operate(provider, { kept: [before] }) {
      const { id, outputs } = before as Kept;
      await provider.of(kind).delete(id, outputs);
      return { id, outputs: {} };
    },
    wrongIn: (truth, given) => made(truth, given).map((id) => `${id} is still there`),
  });
  return [create, update, remove];
}

/** Creates of variables that name another one, which belongs to the project: each has a call of its own. */
function namingCall(name: "alias" | "override", call: Call): Endpoint {
  const targetOf = ({ aliasOf, overrides }: Values) => String(aliasOf ?? overrides);
  const made = ({ records }: BackendContent, { args }: { readonly args: Values }) =>
    records(targetOf(args)).filter((id) => id !== targetOf(args));
  return {
    ...{ name, kind: "Variable", operation: operationOf(call, {}), afterLoss: "finds out", creates: true, made },
    async prepare({ ids, request }) {
      const place = { variable_scope: "PROJECT", variable_parent_id: ids.project };
      const { body: target } = await request("POST", "/variable", {
        body: { key: "FAULTY", value: "1", is_secret: false, ...place },
      });
      await request("DELETE", "/_local/requests");
      const naming =
        name === "alias" ? { key: "OTHER", aliasOf: target.id } : { key: "FAULTY", overrides: target.id, value: "2" };
      return { args: { on: `environment/${ids.environment}`, ...naming }, kept: [] };
    },
    operate: (provider, { args }) => provider.of("Variable").create(args),
    wrongIn: (truth, given, { id }) =>
      made(truth, given).join() === id ? [] : [`${made(truth, given)} were made, not ${id}`],
  };
}

/** What the document's calls make, which these endpoints list, so a lookup finds whether a call succeeded. */
const documented = endpoints
  .filter(({ creates, kind }) => creates || kind === "DeploymentTrigger")
  .filter(({ made }) => made !== undefined)
  .map(({ number, ...call }): Endpoint => ({ ...call, ...(call.creates ? {} : { number }), afterLoss: "finds out" }));

export const extendedCalls: readonly Endpoint[] = [
  ...documented,
  ...definitions
    .filter(({ kind, api }) => !isServed(api.create, "documented") && !isNotApplicable(recordOf(kind).calls))
    .flatMap(callsOf),
  namingCall("alias", variable.api.alias as Call),
  namingCall("override", variable.api.override as Call),
];
