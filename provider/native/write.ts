import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { UpdateRequest } from "../lifecycle/requests.js";
import { UNKNOWN } from "../schema/json.js";
import { withPending } from "../values/hints.js";
import { type KnownSecrets, withIgnoredSecrets } from "../values/secrets.js";
import { previewedOutputs } from "./previewedOutputs.js";
import { ask, kindOf, type Session } from "./session.js";
import { argumentsIn, keepingPartial, outputsOf, storedIn } from "./state.js";
import { received, secretNames } from "./structs.js";

export async function create(session: Session, request: proto.CreateRequest): Promise<proto.CreateResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const news = received(request.getProperties());
  const secrets = session.secretsOfRun.in(definition, news);
  const args = withPending(argumentsIn(definition, news.values), session.pendingOf.get(request.getUrn()) ?? []);
  const isPreview = request.getPreview();
  const written = { definition, secrets, args, ignored: [] };
  return ask(session, request, secrets, (asked) =>
    keepingPartial(written, async () => {
      const { id, stored } = await lifecycle.create({ ...asked, args, isPreview });
      session.secretsOfRun.remember(definition, id, secrets);
      const values = isPreview ? previewedOutputs(definition, args) : stored.values;
      const outputs = outputsOf(written, isPreview ? UNKNOWN : id, { ...stored, values });
      return new proto.CreateResponse().setId(id).setProperties(outputs);
    }),
  );
}

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

export async function deleteResource(session: Session, request: proto.DeleteRequest): Promise<Empty> {
  const { definition, lifecycle } = kindOf(session, request);
  const olds = received(request.getProperties());
  const inputs = received(request.getOldInputs());
  const secrets = secretNames(definition.body, olds);
  const stored = storedIn(definition, secrets, olds.values, argumentsIn(definition, inputs.values));
  await ask(session, request, secrets, (asked) => lifecycle.delete({ ...asked, id: request.getId(), stored }));
  return new Empty();
}
