import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { hintsApart } from "../engine/hints.js";
import type { ObjectField } from "../schema/field.js";
import { sameJson, type Values } from "../schema/json.js";
import {
  type Marked,
  markSecrets,
  placesOf,
  secretsApart,
  stillSecret,
  withIgnoredSecrets,
} from "../values/secrets.js";
import { ask, kindOf, type Session } from "./session.js";
import { argumentsIn } from "./state.js";
import { received, secretNames, structOf } from "./structs.js";

/** Checks the arguments of a resource, which the engine stores as its inputs. */
export async function check(session: Session, request: proto.CheckRequest): Promise<proto.CheckResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const { body } = definition;
  const urn = request.getUrn();
  const olds = received(request.getOlds());
  const oldInputs = argumentsIn(definition, olds.values);
  const isNew = Object.keys(olds.values).length === 0;
  const { news, hints } = newsIn(body, received(request.getNews()), isNew ? undefined : oldInputs);
  const { pending } = hints;
  const marks = [...session.secretsOfRun.in(definition, news), ...hints.secrets];
  const before = { names: secretNames(body, olds), values: oldInputs };
  const secrets = [...new Set([...marks, ...before.names])];
  const last = session.importedNow.get(urn);
  const imported = last !== undefined && sameJson(last.args, news.values) ? last : undefined;
  session.importedNow.delete(urn);
  session.refreshed.delete(urn);
  session.pendingOf.set(urn, pending);
  const checked = await ask(session, request, secrets, (asked) =>
    lifecycle.check({ ...asked, args: imported?.known ?? news.values, oldInputs, isNew, pending }),
  );
  const args = imported === undefined ? checked.args : news.values;
  const names = [...marks, ...stillSecret(before, args)];
  return new proto.CheckResponse()
    .setInputs(structOf(markSecrets(body, names, args, true)))
    .setFailuresList(checked.problems.map(failure));
}

/**
 * The program's arguments, and the SDK's hints about them.
 *
 * @param oldInputs Nothing for a new resource.
 */
function newsIn(body: ObjectField, { values, secrets }: Marked, oldInputs: Values | undefined) {
  const { values: given, hints } = hintsApart(values);
  const marked = { values: given, secrets: [...secrets, ...placesOf(body, given, hints.secretEntries)] };
  const kept = oldInputs === undefined ? marked : withIgnoredSecrets(body, marked, hints.ignored, oldInputs);
  return { news: secretsApart(body, kept), hints };
}

/** Without a property, since the engine would print its value, even a secret. */
export function failure(reason: string): proto.CheckFailure {
  return new proto.CheckFailure().setProperty("").setReason(reason);
}
