import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { allOf, documentMember, kindOfAll, manyName, nameInToken } from "../../definition/names.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";
import { encodingsOf } from "../../platform/environment.js";
import type { Values } from "../../schema/json.js";
import { redactTexts } from "../../values/redact.js";
import { markSecrets, repeatedSecrets, repeating, secretTexts, secretValue } from "../../values/secrets.js";
import { withoutEmptyOutputs } from "../../values/wire.js";
import { type Session, withLog } from "./session.js";
import { received, structOf } from "./structs.js";

/** The resources or the text that a function looks up. */
function lookupNamed({ kinds }: Session, name: string) {
  const [, subject = ""] = /^get(\w+)$/.exec(name) ?? [];
  const several = kindOfAll(subject);
  if (allOf(several) === subject && kinds(several) !== undefined) return { kind: several, many: true };
  const words = subject.match(/[A-Z][a-z]*/g) ?? [];
  const splits = words.map((_, count) => [words.slice(0, count).join(""), words.slice(count).join("")] as const);
  const split = splits.find(([kind, rest]) => Object.hasOwn(kinds(kind)?.definition.lookups.documents ?? {}, rest));
  return split === undefined ? { kind: subject, many: false } : { kind: split[0], many: false, document: split[1] };
}

/** Looks up one resource (`getContainer`), all of them (`getContainers`), or a text of one (`getClusterKubeconfig`). */
export async function invoke(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const { document, kind, many } = lookupNamed(session, nameInToken(request.getTok()) ?? "");
  const found = session.kinds(kind);
  if (found?.definition.api.list === undefined && found?.definition.lookups.own === undefined) {
    throw new Error(`the provider app-platform ${session.version} has no function ${request.getTok()}.`);
  }
  const { definition, handlers } = found;
  const { values, secrets } = received(request.getArgs());
  const args = withoutEmptyOutputs(values);
  const texts = secretTexts(values, secrets);
  // Results repeat the arguments of the lookup, which may be secret.
  const marked = (each: Values) => {
    const names = [...repeating(texts, each), ...repeatedSecrets(definition.body, [], each)];
    return markSecrets(definition.body, names, each, true);
  };
  const redact = redactTexts(texts.flatMap(encodingsOf), 1);
  const result = await withLog(session, "", async (log): Promise<Values> => {
    const hiding = { warn: (text: string) => log.warn(redact(text)), info: (text: string) => log.info(redact(text)) };
    const lookup = { log: hiding, args, signal: session.cancellation.signal };
    if (document !== undefined) {
      const { [documentMember(document)]: text = null } = await handlers.lookUpDocument({ ...lookup, name: document });
      return { [documentMember(document)]: secretValue(text) };
    }
    if (!many) return marked(await handlers.lookUpOne(lookup));
    return { [manyName(kind)]: (await handlers.lookUpAll(lookup)).map(marked) };
  }).catch((error) => {
    throw error instanceof AppPlatformError ? error.redacted(redact) : new Error(redact(String(error)));
  });
  return new proto.InvokeResponse().setReturn(structOf(result));
}
