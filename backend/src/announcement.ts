/** What `serve` prints for people once the platform is ready. */
import { seededIds } from "./seed.js";

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

/** The records that programs refer to, such as the examples. */
const seeded: readonly (readonly [name: string, id: string])[] = [
  ["Organization", seededIds.organization],
  ["Cluster", seededIds.cluster],
  ["Project", seededIds.project],
  ["Environment", `${seededIds.environment} (main)`],
  ["Environment", `${seededIds.otherEnvironment} (other)`],
  ["Registry", `${seededIds.registries.DOCKER_HUB} (Docker Hub)`],
  ["Git token", seededIds.gitToken],
  ["Helm charts", `${seededIds.helmRepository} (repository)`],
  ["Annotations", `${seededIds.annotationsGroup} (group)`],
  ["Labels", `${seededIds.labelsGroup} (group)`],
];

export function announcement({ url, endpoints, data, localSecret, token, adminToken }: Announced): string {
  const lines = [
    `The Application Platform listens at ${url} (${endpoints} endpoints).`,
    data === ":memory:" ? "Its data is in memory and is lost when it stops." : `Its data is in ${data}.`,
    "",
    `Dashboard    ${url}/_local/${localSecret === undefined ? "" : `?secret=${encodeURIComponent(localSecret)}`}`,
    ...seeded.map(([name, id]) => `${name.padEnd(12)} ${id}`),
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
