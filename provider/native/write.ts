import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { UpdateRequest } from "../lifecycle/requests.js";
import { specifiedBefore } from "../lifecycle/update.js";
import type { Field } from "../schema/field.js";
import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { withPending } from "../values/arguments.js";
import { type KnownSecrets, withIgnoredSecrets } from "../values/secrets.js";
import { withoutEmptyOutputs } from "../values/wire.js";
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
      const values = isPreview ? previewedOutputs(definition, args, update) : stored.values;
      return new proto.UpdateResponse().setProperties(outputsOf(written, id, { ...stored, values }));
    }),
  );
}

/** The update in a request, and what is secret in it: `marks` now, `before` before, and `secrets` in either. */
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
  const stored = storedIn(definition, olds.values);
  const marked = { values: argumentsIn(definition, news.values), secrets: [] };
  const { values } = withIgnoredSecrets(body, marked, request.getIgnorechangesList(), stored.values);
  const args = withPending(values, session.pendingOf.get(request.getUrn()) ?? []);
  const update: Pick<UpdateRequest, "id" | "args" | "oldInputs" | "stored"> = {
    ...{ id, args, stored },
    oldInputs: argumentsIn(definition, oldInputs.values),
  };
  return { update, secrets, marks, before };
}

export async function deleteResource(session: Session, request: proto.DeleteRequest): Promise<Empty> {
  const { definition, lifecycle } = kindOf(session, request);
  const olds = received(request.getProperties());
  const secrets = secretNames(definition.body, olds);
  const stored = storedIn(definition, olds.values);
  await ask(session, request, secrets, (asked) => lifecycle.delete({ ...asked, id: request.getId(), stored }));
  return new Empty();
}

/**
 * The outputs that a preview knows after a create or an update: what the program sets, and what it has always left to the platform. All
 * others are unknown, also inside of objects.
 */
export function previewedOutputs(
  { args, outputs }: ResourceDefinition,
  given: Values,
  before?: Pick<UpdateRequest, "stored" | "oldInputs">,
): Values {
  const specified = before === undefined ? {} : specifiedBefore(before);
  const known = Object.entries(args).map(([name, field]) => {
    const value = given[name];
    if (value !== undefined && value !== null) return [name, previewed(field, value)] as const;
    if (field.local || value === null) return [name, value] as const;
    const isLeftAlone = before !== undefined && specified[name] === undefined;
    return [name, isLeftAlone ? before.stored.values[name] : UNKNOWN] as const;
  });
  const others = Object.keys(outputs).map((name) => [name, UNKNOWN] as const);
  return withoutEmptyOutputs(Object.fromEntries([...known, ...others]));
}

function previewed(field: Field, value: Value): Value {
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => previewed(field.item, item));
  if (field.type !== "object" || !isObject(value)) return value;
  const { members, responseOnly = {}, alternatives = [] } = field;
  const choices = alternatives.flat();
  const assigned = Object.keys({ ...members, ...responseOnly }).filter((name) => !choices.includes(name));
  const given = Object.entries(value).map(([name, inner]) => {
    const member = members[name];
    return [name, member === undefined || inner === undefined ? inner : previewed(member, inner)] as const;
  });
  return { ...Object.fromEntries(assigned.map((name) => [name, UNKNOWN])), ...Object.fromEntries(given) };
}
