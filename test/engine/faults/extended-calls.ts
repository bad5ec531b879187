/** Creates, updates and deletes of the kinds that only the extended endpoints create, from their test records. */
import { definitions } from "../../../provider/kinds/index.js";
import { variable } from "../../../provider/kinds/variable.js";
import { isNotApplicable, recordOf } from "../../kinds/index.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import type { Platform as Backend } from "../../platform/support/platform.js";
import { type Endpoint as Call, fillPath, isServed, type Values } from "../../support/provider.js";
import { created, creates, type Endpoint, edits, endpoints, operationOf, removes } from "./endpoints.js";

function callsOf({ kind, api, outputs, existingArg = "" }: (typeof definitions)[number]): Endpoint[] {
  const { lifecycle, calls, prepare: prepared } = recordOf(kind);
  const { arg: identity } = lifecycle.identifiedBy ?? { arg: "name" };
  const argsOf = ({ ids }: Pick<Backend, "ids">): Values => {
    // Without an existing one, a new one is created.
    const { [existingArg]: _, [identity]: name = "faulty", ...args } = lifecycle.args(ids) as Values;
    return { ...args, [identity]: existingArg === "" ? name : "faulty" };
  };
  const edit = isNotApplicable(calls) || isNotApplicable(calls.extended) ? {} : calls.extended.edit;
  const named = (name: "create" | "update" | "delete") => ({
    ...{ name, kind, operation: operationOf(api[name] as Call, argsOf({ ids: seededIds })) },
  });
  const prepare: Endpoint["prepare"] = async (backend, door) => {
    await prepared?.(backend);
    return created(backend, door, kind, argsOf(backend), "extended");
  };
  const create = creates(named("create"), identity, async (backend) => {
    await prepared?.(backend);
    return argsOf(backend);
  });
  const remove = (): Endpoint => ({
    ...removes(named("delete"), prepare),
    // The platform says that it has no such thing, and still shows it.
    outcomes: { "404": "AP5003" },
    wrongIn: ({ records }, { args }) => records(args[identity]).map((id) => `${id} is still there`),
  });
  // Where no list can tell, a conflict is one over the name.
  const unlisted: Partial<Endpoint> =
    api.list === undefined
      ? {
          outcomes: { "409": "AP3004" },
          async byHand(backend, left) {
            const path = (id: string) => fillPath(api.delete as Call<true>, { ...argsOf(backend), id });
            for (const id of left) await backend.request("DELETE", path(id));
          },
        }
      : {};
  const afterLoss = api.list === undefined ? "cannot tell" : "finds out";
  const returnsOnce = Object.values(outputs).some(({ returned }) => returned === "once");
  const update = api.update === undefined ? [] : [{ ...edits(named("update"), edit, prepare), ...unlisted }];
  return [
    { ...create, ...unlisted, afterLoss, returnsOnce },
    ...update,
    ...(api.delete === undefined ? [] : [remove()]),
  ];
}

/** Creates of variables that name another one, which belongs to the project: each has a call of its own. */
function namingCall(name: "alias" | "override"): Endpoint {
  const operation = operationOf(variable.otherCalls[name] as Call);
  const [arg, others] = {
    alias: ["aliasOf", { key: "OTHER" }],
    override: ["overrides", { key: "FAULTY", value: "2" }],
  }[name] as [string, Values];
  const create = creates({ name, kind: "Variable", operation }, arg, async ({ ids, request }) => {
    const place = { variable_scope: "PROJECT", variable_parent_id: ids.project };
    const body = { key: "FAULTY", value: "1", is_secret: false, ...place };
    const { id } = (await request("POST", "/variable", { body })).body;
    await request("DELETE", "/_local/requests");
    return { on: `environment/${ids.environment}`, ...others, [arg]: id };
  });
  return { ...create, afterLoss: "finds out" };
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
  namingCall("alias"),
  namingCall("override"),
];
