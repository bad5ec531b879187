/** What requests and responses contain: `body` and `secretBody` together, and all that the platform has beside these. */
import type { Comparison } from "../../definition/comparison.js";
import type { Call } from "../../definition/kind.js";
import type { Current } from "../../resource/read.js";
import { notMerged, update } from "../../resource/update.js";
import type { Codec } from "../../schema/facts.js";
import { isObject, type Value, type Values } from "../../schema/json.js";
import { maskedSecret } from "../../values/merge.js";
import { hidingSecrets, stillRedacted } from "../../values/redact.js";
import {
  carriedIn,
  combined,
  mergedInto,
  onlyPaths,
  otherMasks,
  patchOf,
  seenIn,
  without,
  withoutPaths,
  withUnchanged,
} from "./inlineJson.js";

/** The arguments as the members of requests and responses. A part that a response omits keeps its last known value. */
export function codecOf({ ignore, secretMembers }: Values): Codec {
  const [ignored, secret] = [textsOf(ignore), textsOf(secretMembers)];
  return {
    encode: (usual) => combined(at(usual, "body"), at(usual, "secret_body")),
    decode(response, { known, omitted, redact }) {
      const body = seenIn(response as Values, at(known, "body"), { omitted, ignored, redact });
      if (Object.keys(response as Values).length === 0 && omitted === "kept") return { body };
      const shown = redact(response);
      return {
        body,
        response: withoutPaths(stillRedacted(at(known, "response"), shown) as Values, secret),
        secret_response: onlyPaths(shown as Values, at(known, "secretResponse"), secret),
      };
    },
  };
}

export function textsOf(list: Value | undefined): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function at(values: Value | undefined, name: string): Value | undefined {
  return isObject(values) ? values[name] : undefined;
}

/** Updates the object. Members that the program hasn't changed stay as it writes them, whatever the response has. */
export async function updateObject(call: Call, comparison: Comparison): Promise<Values> {
  const { args, state } = comparison;
  const { response, ...now } = await update(call, comparison, contentOf);
  return {
    ...now,
    body: withUnchanged(now.body, args.body, state.body),
    // It may repeat a secret that the update has replaced.
    ...(response !== undefined && { response: hidingSecrets(call.definition.body, state, response) }),
  };
}

/** Paths of members that a full update omits, although the platform returns them. */
function omittedBy({ update: how, secretMembers }: Values): readonly string[] {
  return [...textsOf(at(how, "omit")), ...textsOf(secretMembers)];
}

/**
 * The body of an update: a merge patch, or for a full update everything that the platform has with the program's changes. A full update
 * also contains secrets, since no response returns them.
 *
 * @throws EditNotPossibleError if a secret would be overwritten with its mask.
 */
function contentOf(call: Call, { args, state, changes }: Comparison, seen: Current | undefined): Values {
  const { updateMode } = call.definition;
  const known = changes.length === 0 ? {} : state;
  const { body = {}, secretBody = {} } = args;
  const carried = carriedIn(seen?.response ?? {}, omittedBy(args));
  const sent =
    updateMode === "partial"
      ? combined(patchOf(body, known.body ?? {}) ?? {}, patchOf(secretBody, known.secretBody ?? {}) ?? {})
      : combined(without(mergedInto(carried, body, known.body), state.secretBody), secretBody);
  const masked = otherMasks(sent, combined(args.body, args.secretBody));
  if (masked.length > 0)
    throw notMerged(
      call.label,
      masked.map((path) => `${path} ${maskedSecret}`),
    );
  return sent as Values;
}
