import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { refersTo } from "../../provider/definition/references.js";
import { definitions } from "../../provider/kinds/index.js";
import { type Endpoint, fillPath, pathMembers } from "../../provider/platform/endpoint.js";
import type { RawResponse } from "../../provider/platform/network.js";
import { errorDetails } from "../../provider/platform/responseErrors.js";
import { parseJson } from "../../provider/schema/json.js";

/** An ID that no platform has: requests with it read and change nothing. */
export const nobody = "00000000-0000-0000-0000-000000000000";

/** Which extended endpoints a platform serves, by its responses. */
export type Served = "all" | "none" | "unknown" | readonly string[];

type Ask = (path: string) => Promise<RawResponse>;

/** Controls: a path that no platform serves, and one that all serve, with a resource that doesn't exist. */
const controls = { unserved: `/environment/${nobody}/nothing-is-served-here`, served: `/container/${nobody}` };

/**
 * Requests resources that don't exist, at each extended path that can be read. A platform responds with 404 to paths that it doesn't
 * serve and to resources that it doesn't have, but usually with different texts, which the two controls show. If the texts are the same,
 * the result isn't certain.
 */
export async function servedEndpoints(ask: Ask): Promise<Served> {
  const [unserved, missing] = [await wordsOf(ask, controls.unserved), await wordsOf(ask, controls.served)];
  if (unserved === missing) return "unknown";
  const calls = extendedReads();
  const unservedCalls: string[] = [];
  for (const { endpoint, path } of calls) {
    const words = await wordsOf(ask, path);
    // 405: the path only has other methods.
    if (words === unserved || words.startsWith("405")) unservedCalls.push(`${endpoint.method} ${endpoint.path}`);
  }
  if (unservedCalls.length === 0) return "all";
  return unservedCalls.length === calls.length ? "none" : unservedCalls;
}

/** The extended endpoints that only read, each with a path of a resource that doesn't exist. */
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

/** Status and text of a response, without what differs from path to path. */
async function wordsOf(ask: Ask, path: string): Promise<string> {
  const { status, text } = await ask(path);
  const words = errorDetails(parseJson(text), (text) => text.replaceAll(path, "…").replaceAll(nobody, "…"));
  return [status, ...words].join("\n");
}
