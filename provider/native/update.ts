import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { UpdateRequest } from "../lifecycle/requests.js";
import { withPending } from "../values/programHints.js";
import { type KnownSecrets, withIgnoredSecrets } from "../values/secrets.js";
import { keepingPartial } from "./initFailure.js";
import { previewedOutputs } from "./previewedOutputs.js";
import { ask, kindOf, type Session } from "./session.js";
import { argumentsIn, outputsOf, storedIn } from "./state.js";
import { received, secretNames } from "./structs.js";

export async function update(session: Session, request: proto.UpdateRequest): Promise<proto.UpdateResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const { update, secrets, marks, before } = updateIn(session, definition, request);
  const { id, args } = update;
  const isPreview = request.getPreview();
  const written = { definition, secrets: marks, before, args, ignored: request.getIgnorechangesList() };
  return ask(session, request, secrets, (asked) =>
    keepingPartial(written, async () => {
      const stored = await lifecycle.update({ ...asked, ...update, isPreview });
      const values = isPreview ? previewedOutputs(definition, args, update.stored) : stored.values;
      return new proto.UpdateResponse().setProperties(outputsOf(written, id, { ...stored, values }));
    }),
  );
}

/** The update that a request asks for, and what is secret in it: `marks` now, `before` before, and `secrets` are both. */
export function updateIn(
  session: Session,
  definition: ResourceDefinition,
  request: proto.DiffRequest | proto.UpdateRequest,
) {
  const { body } = definition;
  const news = received(request.getNews());
  const olds = received(request.getOlds());
  const oldInputs = received(request.getOldInputs());
  const names = [...new Set([olds, oldInputs].flatMap((each) => secretNames(body, each)))];
  const before: KnownSecrets = { names, values: olds.values };
  const marks = session.secretsOfRun.in(definition, news);
  const secrets = [...new Set([...marks, ...names])];
  const id = request.getId();
  session.secretsOfRun.remember(definition, id, secrets);
  const argsBefore = argumentsIn(definition, oldInputs.values);
  const stored = storedIn(definition, secrets, olds.values, argsBefore);
  const marked = { values: argumentsIn(definition, news.values), secrets: [] };
  const { values } = withIgnoredSecrets(body, marked, request.getIgnorechangesList(), stored.values);
  const args = withPending(values, session.pendingOf.get(request.getUrn()) ?? []);
  const update: Pick<UpdateRequest, "id" | "args" | "argsBefore" | "stored"> = { id, args, argsBefore, stored };
  return { update, secrets, marks, before };
}
