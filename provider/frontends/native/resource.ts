import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { ResourceDefinition } from "../../definition/kind.js";
import { allOf, documentMember, kindOfAll, manyName, nameInToken, sourceOption } from "../../definition/names.js";
import { copiedTexts } from "../../definition/references.js";
import { contentOf, type Frontend, specifiedIn, writerOf } from "../../engine/frontend.js";
import { argumentsIn, derivedOutputs } from "../../engine/state.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { encodingsOf } from "../../platform/environment.js";
import { type ObjectField, walk } from "../../schema/field.js";
import {
  clean,
  isAbsent,
  isObject,
  mapMembers,
  sameJson,
  signature,
  UNKNOWN,
  type Value,
  type Values,
} from "../../schema/json.js";
import { redactTexts } from "../../values/redact.js";
import { isSetByOthers } from "../../values/revisions.js";
import {
  type KnownSecrets,
  type Marked,
  markSecrets,
  repeatedSecrets,
  repeating,
  secretSignature,
  secretTexts,
  secretValue,
  stillSecret,
  type ValuePath,
} from "../../values/secrets.js";
import { withoutEmptyOutputs } from "../../values/wire.js";
import { diffOf } from "./propertyDiff.js";
import { ask, kindOf, type Session } from "./session.js";

/** The engine keeps all marks, and programs in other languages can't derive outputs. */
const frontend: Frontend = {
  mark: (body, names, values) => markSecrets(body, names, values, true),
  ownOutputs: ({ definition, id, stored, request }) =>
    derivedOutputs(definition, id || UNKNOWN, stored, request.ignoreChanges),
};

/** Checks the arguments of a resource, which the engine stores as its inputs. */
export async function check(session: Session, message: proto.CheckRequest): Promise<proto.CheckResponse> {
  const { definition, handlers } = kindOf(session, message);
  const urn = message.getUrn();
  const olds = received(message.getOlds());
  const isNew = Object.keys(olds.values).length === 0;
  const oldInputs = isNew ? undefined : argumentsIn(definition, olds.values);
  const { specified, hints } = specifiedIn(definition, received(message.getNews()), oldInputs);
  const { pending } = hints;
  const marks = [...secretsIn(definition, specified), ...hints.secrets];
  const before = knownOf(definition, olds);
  const last = session.importedNow.get(urn);
  const imported = last !== undefined && sameJson(last.args, specified.values) ? last : undefined;
  session.importedNow.delete(urn);
  session.refreshed.delete(urn);
  session.pendingOf.set(urn, pending);
  const content = { ...contentOf(definition, {}), inputs: imported?.known ?? specified.values, oldInputs, pending };
  const checked = await ask(session, message, (caller) =>
    handlers.check({ ...caller, ...content, id: "", secrets: { now: marks, before } }),
  );
  const args = imported === undefined ? checked.args : specified.values;
  const names = [...marks, ...stillSecret(before, args)];
  return new proto.CheckResponse()
    .setInputs(structOf(writerOf(frontend, definition).marked(names, args)))
    .setFailuresList(checked.problems.map(failure));
}

/** Without a property, since the engine would print its value, even a secret. */
export function failure(reason: string): proto.CheckFailure {
  return new proto.CheckFailure().setProperty("").setReason(reason);
}

/** Plans what happens to a resource, and names each property that differs. */
export async function diff(session: Session, message: proto.DiffRequest): Promise<proto.DiffResponse> {
  const { definition, handlers } = kindOf(session, message);
  const update = updateIn(session, definition, message);
  const isOfRefresh = session.refreshed.delete(message.getUrn());
  const planned = await ask(session, message, (caller) => handlers.diff({ ...caller, ...update, isOfRefresh }));
  return diffOf(definition, { ...update, isOfRefresh }, planned);
}

export async function create(session: Session, message: proto.CreateRequest): Promise<proto.CreateResponse> {
  const { definition, handlers } = kindOf(session, message);
  const news = received(message.getProperties());
  const inputs = { names: secretsIn(definition, news), values: news.values };
  const pending = session.pendingOf.get(message.getUrn());
  const content = { id: "", ...contentOf(definition, { inputs, pending }), isPreview: message.getPreview() };
  return ask(session, message, async (caller) => {
    const request = { ...caller, ...content };
    const { id, outputs } = await writerOf(frontend, definition).writing(request, handlers.create);
    return new proto.CreateResponse().setId(id).setProperties(structOf(outputs));
  });
}

/** Reads a resource of the state, or one that a program or `pulumi import` names. The response is empty if it doesn't exist. */
export async function read(session: Session, message: proto.ReadRequest): Promise<proto.ReadResponse> {
  const inputs = message.getInputs() && received(message.getInputs());
  const olds = received(message.getProperties());
  // Only the ID is known for an import, and for the first read by a program that passes nothing else.
  if (inputs === undefined && Object.keys(olds.values).length === 0) return importResource(session, message);
  const { definition, handlers } = kindOf(session, message);
  // For a resource that a program only reads, the engine passes equal inputs and outputs, or no inputs.
  const isLookup = inputs === undefined || sameJson(inputs.values, olds.values);
  const state = knownOf(definition, { ...olds, secrets: [...(inputs?.secrets ?? []), ...olds.secrets] });
  const content = {
    ...contentOf(definition, { state, oldInputs: isLookup ? undefined : { names: [], values: inputs.values } }),
    ignoreChanges: isSetByOthers(olds.values.deployable) ? ["*"] : [],
  };
  const id = message.getId();
  return ask(session, message, async (caller) => {
    const request = { ...caller, id, ...content, isLookup };
    const found = await handlers.read(request);
    if (found === undefined) return new proto.ReadResponse();
    const { stored, args } = found;
    const { marked, outputsOf } = writerOf(frontend, definition);
    const response = new proto.ReadResponse().setId(id).setProperties(structOf(outputsOf(request, { id, stored })));
    if (isLookup) return response;
    session.refreshed.add(message.getUrn());
    const isSame = stored.values === content.state.values || args === undefined;
    return response.setInputs(isSame ? message.getInputs() : structOf(marked(state.names, args)));
  });
}

async function importResource(session: Session, message: proto.ReadRequest): Promise<proto.ReadResponse> {
  const { definition, handlers } = kindOf(session, message);
  return ask(session, message, async (caller) => {
    const request = { ...caller, ...contentOf(definition, {}), id: message.getId() };
    const found = await handlers.import(request);
    if (found === undefined) return new proto.ReadResponse();
    session.importedNow.set(message.getUrn(), found);
    const { marked, outputsOf } = writerOf(frontend, definition);
    return new proto.ReadResponse()
      .setId(found.id)
      .setProperties(structOf(outputsOf(request, found)))
      .setInputs(structOf(marked([], found.args)));
  });
}

export async function update(session: Session, message: proto.UpdateRequest): Promise<proto.UpdateResponse> {
  const { definition, handlers } = kindOf(session, message);
  const content = { ...updateIn(session, definition, message), isPreview: message.getPreview() };
  return ask(session, message, async (caller) => {
    const request = { ...caller, ...content };
    const { outputs } = await writerOf(frontend, definition).writing(request, handlers.update);
    return new proto.UpdateResponse().setProperties(structOf(outputs));
  });
}

export async function deleteResource(session: Session, message: proto.DeleteRequest): Promise<Empty> {
  const { definition, handlers } = kindOf(session, message);
  const content = contentOf(definition, { state: knownOf(definition, received(message.getProperties())) });
  await ask(session, message, (caller) => handlers.delete({ ...caller, id: message.getId(), ...content }));
  return new Empty();
}

/** The update in a message. */
function updateIn(session: Session, definition: ResourceDefinition, message: proto.DiffRequest | proto.UpdateRequest) {
  const news = received(message.getNews());
  const id = message.getId();
  const content = contentOf(definition, {
    inputs: { names: secretsIn(definition, news), values: news.values },
    state: knownOf(definition, received(message.getOlds())),
    oldInputs: knownOf(definition, received(message.getOldInputs())),
    ignoreChanges: message.getIgnorechangesList(),
    pending: session.pendingOf.get(message.getUrn()),
  });
  return { id, ...content };
}

/** Names of the arguments that are secret, other than those that always are. A clone may have copied a secret into any text. */
function secretsIn(definition: ResourceDefinition, specified: Marked): string[] {
  const { values } = specified;
  const copied = isAbsent(values[sourceOption]) ? [] : copiedTexts(definition, values);
  return [...new Set([...secretNames(definition.body, specified), ...copied])];
}

function knownOf({ body }: ResourceDefinition, marked: Marked): KnownSecrets {
  return { names: secretNames(body, marked), values: marked.values };
}

/** The resources or the text that a function looks up. */
function lookupNamed({ served: { lookups } }: Session, name: string) {
  const [, subject = ""] = /^get(\w+)$/.exec(name) ?? [];
  const several = kindOfAll(subject);
  if (allOf(several) === subject && lookups(several) !== undefined) return { kind: several, many: true };
  const words = subject.match(/[A-Z][a-z]*/g) ?? [];
  const splits = words.map((_, count) => [words.slice(0, count).join(""), words.slice(count).join("")] as const);
  const split = splits.find(([kind, rest]) => Object.hasOwn(lookups(kind)?.definition.lookups.documents ?? {}, rest));
  return split === undefined ? { kind: subject, many: false } : { kind: split[0], many: false, document: split[1] };
}

/** Looks up one resource (`getContainer`), all of them (`getContainers`), or a text of one (`getClusterKubeconfig`). */
export async function invoke(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const { document, kind, many } = lookupNamed(session, nameInToken(request.getTok()) ?? "");
  const found = session.served.lookups(kind);
  if (found?.definition.api.list === undefined && found?.definition.lookups.own === undefined) {
    throw new Error(`the provider app-platform ${session.version} has no function ${request.getTok()}.`);
  }
  const { definition, lookups } = found;
  const { values, secrets } = received(request.getArgs());
  const args = withoutEmptyOutputs(values);
  const texts = secretTexts(values, secrets);
  // Results repeat the arguments of the lookup, which may be secret.
  const marked = (each: Values) => {
    const names = [...repeating(texts, each), ...repeatedSecrets(definition.body, [], each)];
    return markSecrets(definition.body, names, each, true);
  };
  const redact = redactTexts(texts.flatMap(encodingsOf), 1);
  const result = await ask(session, undefined, async ({ log, signal }): Promise<Values> => {
    const hiding = { warn: (text: string) => log.warn(redact(text)), info: (text: string) => log.info(redact(text)) };
    const lookup = { log: hiding, args, signal };
    if (document !== undefined) {
      const { [documentMember(document)]: text = null } = await lookups.lookUpDocument({ ...lookup, name: document });
      return { [documentMember(document)]: secretValue(text) };
    }
    if (!many) return marked(await lookups.lookUpOne(lookup));
    return { [manyName(kind)]: (await lookups.lookUpAll(lookup)).map(marked) };
  }).catch((error) => {
    throw error instanceof AppPlatformError ? error.redacted(redact) : new Error(redact(String(error)));
  });
  return new proto.InvokeResponse().setReturn(structOf(result));
}

/** Pulumi's placeholders for unknown values in previews, one for each type. */
const unknowns: ReadonlySet<string> = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
]);

const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** The values that the engine passes, with resources as their IDs and unknown values in the core's form. */
export function received(struct: Struct | undefined): Marked {
  const secrets: ValuePath[] = [];
  if (struct === undefined) return { values: {}, secrets };
  // The path of the current value: one array for all, since almost nothing is secret.
  const path: (string | number)[] = [];
  const plainInside = (value: Value | undefined, step: string | number): Value => {
    path.push(step);
    const inside = plain(value);
    path.pop();
    return inside;
  };
  const plain = (value: Value | undefined): Value => {
    if (typeof value === "string") return unknowns.has(value) ? UNKNOWN : value;
    if (Array.isArray(value)) return value.map(plainInside);
    if (!isObject(value)) return value ?? null;
    switch (value[signature]) {
      case secretSignature:
        secrets.push([...path]);
        return plain(value.value);
      case outputSignature:
        if (value.secret === true) secrets.push([...path]);
        return Object.hasOwn(value, "value") ? plain(value.value) : UNKNOWN;
      case resourceSignature:
        // A resource that doesn't exist yet has no ID.
        return typeof value.id === "string" && value.id !== "" ? plain(value.id) : UNKNOWN;
      default:
        return mapMembers(value, plainInside);
    }
  };
  const values = struct.toJavaScript() as Values;
  return { values: mapMembers(values, plainInside), secrets };
}

/** Names of the arguments that the program marks as secret, as a whole or inside, other than those that always are. */
export function secretNames(body: ObjectField, { values, secrets }: Marked): readonly string[] {
  if (secrets.length === 0) return [];
  const always = walk(body, values).filter(({ secret }) => secret);
  const isAlways = (path: ValuePath) => always.some((each) => each.path.every((step, index) => step === path[index]));
  return [...new Set(secrets.flatMap((path) => (isAlways(path) ? [] : [String(path[0])])))];
}

export function structOf(values: Values): Struct {
  return Struct.fromJavaScript(clean(values) as Parameters<typeof Struct.fromJavaScript>[0]);
}
