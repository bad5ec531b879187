/** What a pipeline gets its tokens from: the ID tokens of GitHub, and the token exchange of an identity provider. */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { Platform } from "../../platform/support/platform.js";
import { startServer } from "./servers.js";

const audience = "app-platform";

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** Issues access tokens of the platform that say they expire after two seconds, so that even a short run renews them. */
export async function startIdentityProvider(platform: Platform, idTokens: readonly string[]) {
  /** The access tokens. */
  const issued: string[] = [];
  const respond = async (request: IncomingMessage): Promise<object | undefined> => {
    const url = new URL(request.url ?? "", "http://localhost");
    if (request.method === "GET" && url.pathname === "/id-token") {
      const isJob = request.headers.authorization === "Bearer job" && url.searchParams.get("audience") === audience;
      return isJob ? { value: idTokens[0] } : undefined;
    }
    const form = new URLSearchParams(await text(request));
    const isExchange =
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:token-exchange" &&
      form.get("subject_token_type") === "urn:ietf:params:oauth:token-type:id_token" &&
      form.get("audience") === audience &&
      idTokens.includes(form.get("subject_token") ?? "");
    if (!isExchange) return undefined;
    const { body } = await platform.request("POST", "/_local/tokens", { body: { role: "editor", ttl: "60s" } });
    issued.push(body.token);
    return { access_token: body.token, token_type: "Bearer", expires_in: 2 };
  };
  const { url, close } = await startServer((request, response) => {
    respond(request).then((body) => {
      response.statusCode = body === undefined ? 403 : 200;
      response.end(JSON.stringify(body ?? { error: "invalid_request" }));
    }, response.destroy.bind(response));
  });
  return { tokenUrl: `${url}/token`, idTokenUrl: `${url}/id-token?api-version=2.0`, issued, close };
}
