/** Starts a platform in the process of the test, as users do in their tests. */
import { Agent } from "node:http";
import { type PlatformOptions, type SeededIds, startPlatform as start } from "app-platform-backend";
import { type Answer, type RequestOptions, type Role, sendRequest } from "../../support/api-request.js";

export type { PlatformOptions, SeededIds } from "app-platform-backend";
export type { Answer, RequestOptions, Role } from "../../support/api-request.js";

export interface Platform {
  readonly url: string;
  readonly tokens: Readonly<Record<Role, string>>;
  readonly ids: SeededIds;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Stops the platform as an operator would, and returns the exit code of its process if it has one of its own. */
  stop(): Promise<number | null>;
}

/** A platform in this process. Tests that need its signals or its log start a process: `platform-process.ts`. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const platform = await start(options);
  const agent = new Agent({ keepAlive: true });
  return {
    url: platform.url,
    tokens: { ...platform.tokens },
    ids: platform.ids,
    request: (method, path, request = {}) => sendRequest(agent, platform, method, path, request),
    async stop() {
      agent.destroy();
      await platform.close();
      return null;
    },
  };
}

/** Uses a platform of these options, and stops it whatever happens. */
export async function whileServed<T>(options: PlatformOptions, use: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await startPlatform(options);
  try {
    return await use(platform);
  } finally {
    await platform.stop();
  }
}

/** A token that is valid for a hundred years, as one in a fixture must be. */
export async function longLivedToken({ request }: Platform): Promise<string> {
  return (await request("POST", "/_local/tokens", { body: { role: "admin", ttl: `${100 * 365}d` } })).body.token;
}
