/** What `serve` prints for people once the platform is ready. */
import { exampleIds } from "./seed.js";

export interface Announced {
  readonly url: string;
  readonly endpoints: string;
  /** `:memory:` stores nothing. */
  readonly data: string;
  readonly localSecret: string | undefined;
  /** The one that was set, which is always valid. */
  readonly token: string | undefined;
  readonly adminToken: string;
}

export function announcement({ url, endpoints, data, localSecret, token, adminToken }: Announced): string {
  const lines = [
    `The Application Platform listens at ${url} (${endpoints} endpoints).`,
    data === ":memory:" ? "Its data is in memory and is lost when it stops." : `Its data is in ${data}.`,
    "",
    `Dashboard    ${url}/_local/${localSecret === undefined ? "" : `?secret=${encodeURIComponent(localSecret)}`}`,
    ...Object.values(exampleIds).map(
      ({ label, id, detail }) => `${label.padEnd(12)} ${id}${detail === undefined ? "" : ` (${detail})`}`,
    ),
    "",
    `For Pulumi, run these lines in another terminal. The token has the role admin and is ${token === undefined ? "valid for a day" : "always valid"}.`,
    "",
    `export APP_PLATFORM_BASE_URL=${url}`,
    `export APP_PLATFORM_ENDPOINTS=${endpoints}`,
    `export APP_PLATFORM_TOKEN=${adminToken}`,
    ...(token === undefined ? [] : ["export APP_PLATFORM_TOKEN_SCHEME=token"]),
  ];
  return `${lines.join("\n")}\n`;
}
