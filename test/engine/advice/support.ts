/** Each advice that an error prints leads out of it: a person follows it, runs again, and the run succeeds. */
import type * as pulumi from "@pulumi/pulumi";
import { Container, Database, type DatabaseArgs, DeploymentTrigger, TerraformService } from "pulumi-app-platform";
import { describe, expect, it } from "vitest";
import { errorClasses } from "../../../tools/generate/errorsOf.js";
import { records } from "../../kinds/index.js";
import type { Platform, PlatformOptions } from "../../platform/support/platform.js";
import { containerArgs, databaseArgs } from "../support/declare.js";
import { opened } from "../support/opened.js";
import type { Program, Step, StepOptions, TestStack } from "../support/test-stack.js";

/** The errors whose advice is followed, by the file that does it: `test/engine/advice/<area>.test.ts`, or `test/cli/advice.test.ts`. */
export const areas = {
  names: [
    "AdoptionError",
    "DuplicateNameError",
    "NameTakenError",
    "NameTakenOverError",
    "ReplacementNameTakenError",
    "SeenElsewhereError",
  ],
  deletes: [
    "DeleteRefusedError",
    "InUseError",
    "NotConfirmedGoneError",
    "NotEmptyError",
    "OwnersUnknownError",
    "StillThereError",
  ],
  endpoints: [
    "CreateNotPossibleError",
    "DefaultsNotAcceptedError",
    "EditNotPossibleError",
    "ImportNotPossibleError",
    "LookupFailedError",
    "LookupNotPossibleError",
    "UnsafeCreateError",
  ],
  settings: ["ConfigurationError", "OtherPlatformError", "TokenExpiredError"],
  responses: [
    "ConflictError",
    "ForbiddenError",
    "IncompleteError",
    "NotFoundError",
    "NotTheApiError",
    "RejectedError",
    "ServerFaultError",
    "ThrottledError",
    "UnauthorizedError",
    "UnexpectedAnswerError",
    "UnexpectedStatusError",
  ],
  connections: ["AnswerTooLargeError", "OutcomeUnknownError", "TimedOutError", "UnreachableError"],
  deployments: [
    "ClusterNotDeployedError",
    "ClusterUnfinishedError",
    "DeploymentBusyError",
    "DeploymentFailedError",
    "DeploymentReplacedError",
    "DeploymentUnfinishedError",
    "EmptySelectionError",
    "FirstDeploymentError",
    "NeverDeployedError",
  ],
  cli: ["InterruptedError", "LedgerError", "OwnersUnknownError", "ProviderGoneError", "UnreachableError"],
} as const;

export type Area = keyof typeof areas;

/** What a person does and runs then, with the variables in which later runs go on, if it sets any; a text says why no test can. */
// biome-ignore lint/suspicious/noConfusingVoidType: most set none
type Way = readonly [says: string, follow: string | (() => Promise<Pick<StepOptions, "env"> | void>)];

export interface Case<Name extends string = string> {
  /** The class of the error, and when it's raised. */
  readonly error: Name;
  readonly when: string;
  readonly prepare?: () => Promise<unknown>;
  /** The run that fails: `up` if omitted. */
  readonly step?: Step;
  readonly program?: () => Program;
  readonly options?: () => StepOptions;
  /** What happens during that run, until the function that it returns is called. */
  readonly during?: () => () => void;
  /** Another failure than that of a run of the stack: the message. */
  readonly fails?: () => Promise<string>;
  /** What the error advises, in its order. */
  readonly ways: readonly Way[];
}

/**
 * The advice of an error in an output: its last lines, after those of the errors that caused it. Those of an error that caused another one
 * are indented below it.
 */
function adviceIn(output: string, code: string): string[] {
  // The CLI also prints the first line of an error as progress.
  const begin = output.indexOf(`${code}:`, output.lastIndexOf("\nDiagnostics:\n"));
  const [error = ""] = output.slice(begin).split("\n\n");
  const [head = "", ...others] = error.split("\n");
  const margin = /^ *- $/.exec(output.slice(output.lastIndexOf("\n", begin) + 1, begin))?.[0].length ?? 0;
  const end = others.findIndex((line) => line.search(/\S/) < margin);
  const lines = [head, ...others.slice(0, end < 0 ? undefined : end)]
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("More: "));
  const at = lines.findLastIndex((line) => line.startsWith("What to do"));
  if (at < 0) return [];
  const single = /^What to do: (.*)/.exec(lines[at] as string)?.[1];
  return single === undefined ? lines.slice(at + 1).map((line) => line.replace(/^- /, "")) : [single];
}

/** Follows each advice of these cases, which are of all errors of the area. */
export function followAdvice<A extends Area>(
  area: A,
  stack: TestStack,
  cases: readonly Case<(typeof areas)[A][number]>[],
): void {
  const titled = cases.map((each) => [`${errorClasses[each.error]?.code} (${each.error})`, each.when, each] as const);
  describe.each(titled)("advice of %s if %s", (_, __, each) => {
    const { error, prepare, step = "up", program, options, during, fails, ways } = each;
    const followed = ways.filter(([, follow]) => typeof follow !== "string");
    const run = async () => {
      const end = during?.();
      return stack.fails(step, program?.(), options?.()).finally(end);
    };
    it.each(followed)("leads to a run that succeeds: %s", async (_says, follow) => {
      await prepare?.();
      const output = await (fails ?? run)();
      const code = errorClasses[error]?.code as string;
      expect(output).toContain(`${code}:`);
      const advice = adviceIn(output, code);
      expect(
        advice.map((line, index) => line.includes(ways[index]?.[0] ?? "?")),
        output,
      ).toEqual(ways.map(() => true));
      const variables = (await (follow as Exclude<typeof follow, string>)()) ?? {};
      if (fails !== undefined) return;
      expect(Object.keys((await stack.run("preview", undefined, variables)).changes)).toEqual(["same"]);
    });
  });

  it(`advice of each error class of the area ${area} is followed by a test`, () => {
    const withWay = cases.filter(({ ways }) => ways.some(([, follow]) => typeof follow !== "string"));
    expect([...new Set(withWay.map(({ error }) => error))].sort()).toEqual(areas[area]);
  });
}

export const documented = { env: { APP_PLATFORM_ENDPOINTS: "documented" } };
export const nothing: Program = () => undefined;
export const mysql = { type: "MYSQL", version: "8.4" } as const;
export const both =
  (...programs: readonly Program[]): Program =>
  () => {
    for (const program of programs) program();
  };

/** A platform and a stack for the cases of a file, and short ways to use them. The stack is configured, not its environment. */
export function openAdvice({ connections, ...served }: PlatformOptions & { connections?: typeof sameElsewhere } = {}) {
  const { platform, stack } = opened({
    ...{ endpoints: "extended", isFresh: true, ...served },
    options: (platform) => ({
      env: { APP_PLATFORM_BASE_URL: "", APP_PLATFORM_TOKEN: "" },
      config: { "app-platform:baseUrl": platform.url, "app-platform:endpoints": "extended" },
      secretConfig: {
        "app-platform:token": platform.tokens.admin,
        ...(connections && { "app-platform:connections": JSON.stringify(connections(platform)) }),
      },
    }),
  });
  /** Runs `pulumi up`, and returns its variables. */
  const up = async (program?: Program, { env = {}, ...options }: StepOptions = {}) => {
    await stack.run("up", program, { env, ...options });
    return { env };
  };
  const idOf = async (name: string) => String((await stack.resource(name)).id);
  const send = (method: string, path: string, body?: object) => platform.request(method, path, body && { body });
  const inEnvironment = (path: string) => `/environment/${platform.ids.environment}/${path}`;
  const db =
    (args: Partial<DatabaseArgs> = {}, options?: pulumi.CustomResourceOptions, name = "db"): Program =>
    () =>
      void new Database(name, databaseArgs(platform, { name: "orders", ...args }), options);
  /** Ends all faults. */
  const heal = () => send("DELETE", "/_local/faults");
  const refreshAgain = async () => void (await stack.run("refresh"));
  return {
    platform,
    stack,
    up,
    upAgain: () => up(),
    refreshAgain,
    heal,
    healAndUp: async (options?: StepOptions) => {
      await heal();
      return up(undefined, options);
    },
    healAndRefresh: async () => {
      await heal();
      await refreshAgain();
    },
    idOf,
    send,
    inEnvironment,
    /** A database of the platform. */
    db,
    isThere: async (path: string) => (await send("GET", path)).status === 200,
    /** What somebody else creates: its ID. */
    create: async (path: string, body: object) => String((await send("POST", path, body)).body.id),
    /** A database of somebody else, with the name of the stack's: its ID. */
    createTheirs: async () => {
      const body = { name: "orders", type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
      return String((await send("POST", inEnvironment("database"), body)).body.id);
    },
    /** The ID of the database with this name on the platform. */
    existing: async () => {
      const { body } = await send("GET", inEnvironment("database"));
      return String((body.results as { id: string; name: string }[]).find(({ name }) => name === "orders")?.id);
    },
    /** Makes requests fail. */
    fault: (fault: string, match: object, others: object = {}) =>
      send("PUT", "/_local/faults", { rules: [{ fault, match, ...others }] }),
    /** A Terraform service, which the documented endpoints neither list nor read. */
    terraform: (args: object = {}): Program => {
      const own = records.TerraformService.lifecycle.args(platform.ids);
      return () => void new TerraformService("network", { ...own, ...args } as never);
    },
    /** A container and its deployment. */
    release: (() => {
      const services = [new Container("web", containerArgs(platform))];
      new DeploymentTrigger("release", { environmentId: platform.ids.environment, services });
    }) as Program,
  };
}

/** The same platform at another address, as the connection `prod`. */
export const sameElsewhere = ({ url, tokens }: Platform) => ({
  prod: { baseUrl: url.replace("127.0.0.1", "localhost"), token: tokens.admin, endpoints: "extended" },
});
