/** Platforms for the tests of a file or of a `describe`. */
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type Body, bodies, type KindName } from "./bodies.js";
import { type Answer, type Platform, type PlatformOptions, startPlatform } from "./platform.js";

interface Opening extends PlatformOptions {
  /** Each test begins with the initial content, unless this is false. */
  readonly isFresh?: boolean;
}

/** Stands for what is opened only before the tests. */
export const proxyTo = <T extends object>(current: () => T): T =>
  new Proxy({} as T, { get: (_, member) => Reflect.get(current(), member) });

export function openedPlatform(options: PlatformOptions = {}): Platform {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(options);
  });
  afterAll(() => platform.stop());
  return proxyTo(() => platform);
}

/** The same with short ways to ask it, by default with the extended endpoints and a clock that the test advances. */
export function opened({ isFresh = true, ...options }: Opening = {}) {
  const platform = openedPlatform({ endpoints: "extended", speed: "manual", ...options });
  beforeEach(async () => {
    if (isFresh) await platform.request("POST", "/_local/reset");
  });

  const send = async (method: string, path: string, body?: unknown): Promise<Pick<Answer, "status" | "body">> => {
    const answer = await platform.request(method, path, { body });
    return { status: answer.status, body: answer.body };
  };
  const inEnvironment = (path: string, environment = platform.ids.environment) => `/environment/${environment}/${path}`;
  const advance = (advanceSeconds: number) => send("POST", "/_local/clock", { advanceSeconds });
  const deploy = (body?: Body) => send("POST", inEnvironment("service/deploy"), body);
  return {
    platform,
    send,
    inEnvironment,
    /** Sends a request that is refused with 400, and gives the fields that are named as invalid. */
    async refusal(method: string, path: string, body?: unknown): Promise<string[] | undefined> {
      const refused = await send(method, path, body);
      expect([path, refused.status]).toEqual([path, 400]);
      return fieldsOf(refused);
    },
    /** Sends a request that is refused with 409, and gives the reason. */
    async conflict(method: string, path: string, body?: unknown): Promise<string> {
      const refused = await send(method, path, body);
      expect([path, refused.status]).toEqual([path, 409]);
      return refused.body.detail;
    },
    read: async (path: string): Promise<Answer["body"]> => (await send("GET", path)).body,
    /** Sends a request to a local path, which needs no token. */
    local: (method: string, path: string, body?: unknown) =>
      platform.request(method, `/_local/${path}`, { token: null, body }),
    /** Has deployments fail that match one of these rules. */
    fail: (...rules: Body[]) => send("PUT", "/_local/deployment-failures", { rules }),
    advance,
    /** The states of something as time passes, each once. */
    async statesOf(read: () => Promise<string>, seconds = 15, step = 0.5): Promise<string[]> {
      const states: string[] = [];
      for (let passed = 0; passed <= seconds; passed += step) {
        const state = await read();
        if (states.at(-1) !== state) states.push(state);
        await advance(step);
      }
      return states;
    },
    /** Creates a service from the minimal body of its kind, if the API document has it, and these members. */
    async create(kind: string, members: Body = {}, environment?: string): Promise<Answer["body"]> {
      const body = { ...bodies[kind as KindName]?.minimal(platform.ids), ...members };
      const made = await send("POST", inEnvironment(kind, environment), body);
      expect([made.status, made.body.violations]).toEqual([201, undefined]);
      return made.body;
    },
    deploy,
    /** Deploys, and advances the clock until that has ended. */
    async deployToTheEnd(body: Body): Promise<void> {
      expect((await deploy(body)).status).toBe(202);
      await advance(60);
    },
  };
}

/** The fields that a response names as invalid; nothing if it names none. */
export const fieldsOf = ({ body }: Pick<Answer, "body">): string[] | undefined =>
  body.violations?.map(({ field }: { field: string }) => field);

export const anyId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
