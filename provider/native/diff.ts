import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { compare } from "../definition/comparison.js";
import type { Plan } from "../definition/resourceDefinition.js";
import { givenBefore } from "../lifecycle/update.js";
import { sameJson } from "../schema/json.js";
import { type PropertyChange, propertyChanges } from "./detailedDiff.js";
import { ask, kindOf, type Session } from "./session.js";
import { updateIn } from "./write.js";

/** Plans what becomes of a resource, and names each property that differs. */
export async function diff(session: Session, request: proto.DiffRequest): Promise<proto.DiffResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const { update, secrets } = updateIn(session, definition, request);
  const { id, args, argsBefore, stored } = update;
  const isOfRefresh = session.refreshed.delete(request.getUrn());
  const plan: Plan = isOfRefresh
    ? {}
    : await ask(session, request, secrets, (asked) => lifecycle.plan({ ...asked, ...update }));
  const before = isOfRefresh ? {} : givenBefore(definition.body, update);
  const comparison = compare(definition, { id, state: stored.values, args, ...before });
  const changes = propertyChanges(definition.body, comparison.changes, plan.replaces ?? [], comparison);
  const isChanged = isOfRefresh ? changes.length > 0 : (plan.hasWork ?? !sameJson(argsBefore, args));
  return isChanged ? diffResponse("some", changes, plan) : diffResponse("none");
}

const { Kind } = proto.PropertyDiff;
const diffKinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
} as const;

export function diffResponse(
  changes: "none" | "some",
  properties: readonly PropertyChange[] = [],
  { replaces = [], deleteBeforeReplace = false }: Plan = {},
): proto.DiffResponse {
  const response = new proto.DiffResponse()
    .setChanges(proto.DiffResponse.DiffChanges[changes === "none" ? "DIFF_NONE" : "DIFF_SOME"])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setDiffsList([...new Set(properties.map(({ path }) => path.split(/[.[]/)[0] as string))])
    .setHasdetaileddiff(properties.length > 0);
  const details = response.getDetaileddiffMap();
  for (const { path, kind, isInputDiff, replaces: isReplacing } of properties) {
    const diff = new proto.PropertyDiff().setKind(diffKinds[kind][isReplacing ? 1 : 0]).setInputdiff(isInputDiff);
    details.set(path, diff);
  }
  return response;
}
