import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { allOf, documentMember, kindOfAll, manyName, nameInToken } from "../definition/names.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { spellingsOf } from "../platform/environment.js";
import { sameJson, type Values } from "../schema/json.js";
import { redactTexts } from "../values/redact.js";
import { markSecrets, repeating, secretTexts, secretValue } from "../values/secrets.js";
import { isSetByOthers } from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { ask, kindOf, type Session, withLog } from "./session.js";
import { argumentsIn, outputsOf, storedIn } from "./state.js";
import { received, secretNames, structOf } from "./structs.js";

/** Reads a resource that the state has, or one that a program or `pulumi import` names. The response is empty if it does not exist. */
export async function read(session: Session, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const inputs = request.getInputs() && received(request.getInputs());
  const olds = received(request.getProperties());
  // An import knows only the ID, and so does the first read of what a program only reads, if it gives nothing else.
  if (inputs === undefined && Object.keys(olds.values).length === 0) return importResource(session, request);
  const { definition, lifecycle } = kindOf(session, request);
  // For a resource that a program only reads, the engine has one set of values or, if the program gave none, no inputs.
  const isLookup = inputs === undefined || sameJson(inputs.values, olds.values);
  const secrets = secretNames(definition.body, { ...olds, secrets: [...(inputs?.secrets ?? []), ...olds.secrets] });
  const id = request.getId();
  const args = argumentsIn(definition, inputs?.values ?? {});
  const stored = storedIn(definition, secrets, olds.values, isLookup ? undefined : args);
  const found = await ask(session, request, secrets, (asked) => lifecycle.read({ ...asked, id, stored, isLookup }));
  if (found === undefined) return new proto.ReadResponse();
  const ignored = isSetByOthers(olds.values.deployable) ? ["*"] : [];
  const now = found.args ?? args;
  const response = new proto.ReadResponse()
    .setId(id)
    .setProperties(outputsOf({ definition, secrets, args: now, ignored }, id, found.stored));
  if (isLookup) return response;
  session.secretsOfRun.remember(definition, id, secrets);
  session.refreshed.add(request.getUrn());
  const isSame = found.stored.values === stored.values || found.args === undefined;
  return response.setInputs(isSame ? request.getInputs() : structOf(markSecrets(definition.body, secrets, now, true)));
}

async function importResource(session: Session, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const address = request.getId();
  const found = await ask(session, request, [], (asked) => lifecycle.import({ ...asked, address }));
  if (found === undefined) return new proto.ReadResponse();
  const { id, args, stored } = found;
  session.importedNow.set(request.getUrn(), found);
  return new proto.ReadResponse()
    .setId(id)
    .setProperties(outputsOf({ definition, secrets: [], args, ignored: [] }, id, stored))
    .setInputs(structOf(markSecrets(definition.body, [], args, true)));
}

/** What a function looks up: resources of a kind, or a text of one. */
function soughtBy({ kinds }: Session, name: string) {
  const [, sought = ""] = /^get(\w+)$/.exec(name) ?? [];
  const several = kindOfAll(sought);
  if (allOf(several) === sought && kinds(several) !== undefined) return { kind: several, many: true };
  const words = sought.match(/[A-Z][a-z]*/g) ?? [];
  const splits = words.map((_, count) => [words.slice(0, count).join(""), words.slice(count).join("")] as const);
  const split = splits.find(([kind, rest]) => Object.hasOwn(kinds(kind)?.definition.documents ?? {}, rest));
  return split === undefined ? { kind: sought, many: false } : { kind: split[0], many: false, document: split[1] };
}

/**
 * Looks up one resource that exists (`getContainer`), or all of them (`getContainers`), or a text that belongs to one
 * (`getClusterKubeconfig`).
 */
export async function invoke(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const { document, kind, many } = soughtBy(session, nameInToken(request.getTok()) ?? "");
  const found = session.kinds(kind);
  if (found?.definition.api.list === undefined && found?.definition.ownLookUp === undefined) {
    throw new Error(`the provider app-platform ${session.version} has no function ${request.getTok()}.`);
  }
  const { definition, lifecycle } = found;
  const { values, secrets } = received(request.getArgs());
  const args = withoutEmptyOutputs(values);
  const texts = secretTexts(values, secrets);
  // What was found repeats what it was looked up by.
  const marked = (each: Values) => markSecrets(definition.body, repeating(texts, each), each, true);
  const hide = redactTexts(texts.flatMap(spellingsOf), 1);
  const result = await withLog(session, "", async (log): Promise<Values> => {
    const hiding = { warn: (text: string) => log.warn(hide(text)), info: (text: string) => log.info(hide(text)) };
    const lookup = { log: hiding, args, signal: session.cancellation.signal };
    if (document !== undefined) {
      const { [documentMember(document)]: text = null } = await lifecycle.lookUpDocument({ ...lookup, name: document });
      return { [documentMember(document)]: secretValue(text) };
    }
    if (!many) return marked(await lifecycle.lookUpOne(lookup));
    return { [manyName(kind)]: (await lifecycle.lookUpAll(lookup)).map(marked) };
  }).catch((error) => {
    throw error instanceof AppPlatformError ? error.redacted(hide) : new Error(hide(String(error)));
  });
  return new proto.InvokeResponse().setReturn(structOf(result));
}
