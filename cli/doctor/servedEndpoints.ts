import { refersTo } from "../../provider/definition/reference.js";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { type Endpoint, fillPath, pathMembers } from "../../provider/platform/endpoint.js";
import { errorDetails } from "../../provider/platform/responseErrors.js";
import type { RawResponse } from "../../provider/platform/transport.js";
import { definitions } from "../../provider/resources/index.js";
import { parseJson } from "../../provider/schema/json.js";
import { nobody } from "./send.js";

/** Which of the extended endpoints a platform serves, according to its responses. */
export type Served = "all" | "none" | "unknown" | readonly string[];

type Ask = (path: string) => Promise<RawResponse>;

/** A path that no platform serves, and one that all serve, of a resource that does not exist. */
const controls = { unserved: `/environment/${nobody}/nothing-is-served-here`, served: `/container/${nobody}` };

/**
 * Asks for resources that do not exist, at each extended path that can be read. A platform responds with 404 both to a path
 * that it does not serve and to a resource that it does not have, but not in the same words: the two controls show how it
 * says the one and the other. If it uses the same words for both, neither is certain.
 */
export async function servedEndpoints(ask: Ask): Promise<Served> {
  const [unserved, missing] = [await wordsOf(ask, controls.unserved), await wordsOf(ask, controls.served)];
  if (unserved === missing) return "unknown";
  const calls = extendedReads();
  const unservedCalls: string[] = [];
  for (const { endpoint, path } of calls) {
    const words = await wordsOf(ask, path);
    // 405 is a path with other methods.
    if (words === unserved || words.startsWith("405")) unservedCalls.push(`${endpoint.method} ${endpoint.path}`);
  }
  if (unservedCalls.length === 0) return "all";
  return unservedCalls.length === calls.length ? "none" : unservedCalls;
}

/** The extended endpoints that only read, each with a path of a resource that does not exist. */
function extendedReads(): { readonly endpoint: Endpoint; readonly path: string }[] {
  const all = definitions.flatMap((definition) =>
    [definition.api.read, definition.api.list].flatMap((endpoint) =>
      endpoint?.method === "GET" && endpoint.row === undefined && endpoint.stated === undefined
        ? [{ endpoint, path: pathOf(definition, endpoint) }]
        : [],
    ),
  );
  return [...new Map(all.map((each) => [each.endpoint.path, each])).values()];
}

function pathOf({ args }: ResourceDefinition, endpoint: Endpoint): string {
  const members = pathMembers(endpoint).map((member) => {
    const field = args[member];
    if (field?.type === "enum") return [member, field.values[0]] as const;
    const [referredTo] = field === undefined ? [] : refersTo(field);
    return [member, referredTo === undefined ? nobody : `${referredTo}/${nobody}`] as const;
  });
  return fillPath(endpoint, Object.fromEntries(members));
}

/** Status and words of a response, without what differs from path to path. */
async function wordsOf(ask: Ask, path: string): Promise<string> {
  const { status, text } = await ask(path);
  const words = errorDetails(parseJson(text), (said) => said.replaceAll(path, "…").replaceAll(nobody, "…"));
  return [status, ...words].join("\n");
}
