import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { manyName, nameInToken } from "../definition/names.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { spellingsOf } from "../platform/environment.js";
import type { Values } from "../schema/json.js";
import { redactTexts } from "../values/redact.js";
import { markSecrets, repeating, secretTexts } from "../values/secrets.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { type Session, withLog } from "./session.js";
import { received, structOf } from "./structs.js";

/** Looks up one resource that exists (`getContainer`), or all of them (`getContainers`). */
export async function invoke(session: Session, request: proto.InvokeRequest): Promise<proto.InvokeResponse> {
  const [, kind = "", many] = /^get(\w+?)(s?)$/.exec(nameInToken(request.getTok()) ?? "") ?? [];
  const found = session.kinds(kind);
  if (found?.definition.api.list === undefined) {
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
    if (many === "") return marked(await lifecycle.lookUpOne(lookup));
    return { [manyName(kind)]: (await lifecycle.lookUpAll(lookup)).map(marked) };
  }).catch((error) => {
    throw error instanceof AppPlatformError ? error.redacted(hide) : new Error(hide(String(error)));
  });
  return new proto.InvokeResponse().setReturn(structOf(result));
}
