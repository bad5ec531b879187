import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { allOf, documentMember, kindOfAll, manyName, nameInToken } from "../definition/names.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { spellingsOf } from "../platform/environment.js";
import { sameJson, type Values } from "../schema/json.js";
import { redactTexts } from "../values/redact.js";
import { markSecrets, repeatedSecrets, repeating, secretTexts, secretValue } from "../values/secrets.js";
import { isSetByOthers } from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { ask, kindOf, type Session, withLog } from "./session.js";
import { argumentsIn, outputsOf, storedIn } from "./state.js";
import { received, secretNames, structOf } from "./structs.js";

/** Reads a resource of the state, or one that a program or `pulumi import` names. The response is empty if it doesn't exist. */
export async function read(session: Session, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const inputs = request.getInputs() && received(request.getInputs());
  const olds = received(request.getProperties());
  // Only the ID is known for an import, and for the first read by a program that passes nothing else.
  if (inputs === undefined && Object.keys(olds.values).length === 0) return importResource(session, request);
  const { definition, lifecycle } = kindOf(session, request);
  // For a resource that a program only reads, the engine passes equal inputs and outputs, or no inputs.
  const isLookup = inputs === undefined || sameJson(inputs.values, olds.values);
  const secrets = secretNames(definition.body, { ...olds, secrets: [...(inputs?.secrets ?? []), ...olds.secrets] });
  const id = request.getId();
  const args = argumentsIn(definition, inputs?.values ?? {});
  const stored = storedIn(definition, olds.values);
  const found = await ask(session, request, secrets, (asked) =>
    lifecycle.read({ ...asked, id, stored, isLookup, oldInputs: isLookup ? undefined : args }),
  );
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

/** The resources or the text that a function looks up. */
function soughtBy({ kinds }: Session, name: string) {
  const [, sought = ""] = /^get(\w+)$/.exec(name) ?? [];
  const several = kindOfAll(sought);
  if (allOf(several) === sought && kinds(several) !== undefined) return { kind: several, many: true };
  const words = sought.match(/[A-Z][a-z]*/g) ?? [];
  const splits = words.map((_, count) => [words.slice(0, count).join(""), words.slice(count).join("")] as const);
  const split = splits.find(([kind, rest]) => Object.hasOwn(kinds(kind)?.definition.lookups.documents ?? {}, rest));
  return split === undefined ? { kind: sought, many: false } : { kind: split[0], many: false, document: split[1] };
}

/** Looks up one resource (`getContainer`), all of them (`getContainers`), or a text of one (`getClusterKubeconfig`). */
export async function invoke(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const { document, kind, many } = soughtBy(session, nameInToken(request.getTok()) ?? "");
  const found = session.kinds(kind);
  if (found?.definition.api.list === undefined && found?.definition.lookups.own === undefined) {
    throw new Error(`the provider app-platform ${session.version} has no function ${request.getTok()}.`);
  }
  const { definition, lifecycle } = found;
  const { values, secrets } = received(request.getArgs());
  const args = withoutEmptyOutputs(values);
  const texts = secretTexts(values, secrets);
  // Results repeat the arguments of the lookup, which may be secret.
  const marked = (each: Values) => {
    const names = [...repeating(texts, each), ...repeatedSecrets(definition.body, [], each)];
    return markSecrets(definition.body, names, each, true);
  };
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
