/** Each advice that an error prints leads out of it: a person follows it, runs again, and the run succeeds. */
import type * as pulumi from "@pulumi/pulumi";
import {
  Cluster,
  Container,
  ContainerRegistry,
  Database,
  type DatabaseArgs,
  DeploymentTrigger,
  Environment,
  TerraformService,
} from "pulumi-app-platform";
import { describe, expect, it } from "vitest";
import { errorClasses } from "../../tools/generate/errorsOf.js";
import { records } from "../kinds/index.js";
import { openedPlatform } from "../platform/opened.js";
import { containerArgs, databaseArgs } from "./declare.js";
import { opened } from "./opened.js";
import type { Program, Step, StepOptions } from "./test-stack.js";

const { platform, stack } = opened({
  endpoints: "extended",
  isFresh: true,
  // The same platform at another address.
  options: ({ url, tokens }) => {
    const prod = { baseUrl: url.replace("127.0.0.1", "localhost"), token: tokens.admin, endpoints: "extended" };
    return { secretConfig: { "app-platform:connections": JSON.stringify({ prod }) } };
  },
});

const other = openedPlatform({ endpoints: "extended" });
const elsewhere = (): StepOptions => ({
  env: { APP_PLATFORM_BASE_URL: other.url, APP_PLATFORM_TOKEN: other.tokens.admin },
});

/** What a person does and runs then; a text says why no test can. */
type Way = readonly [says: string, follow: string | (() => Promise<unknown>)];

interface Case {
  /** The class of the error, and when it's raised. */
  readonly error: keyof typeof errorClasses;
  readonly when: string;
  readonly prepare?: () => Promise<unknown>;
  readonly step?: Step;
  readonly program?: () => Program;
  readonly options?: () => StepOptions;
  readonly ways: readonly Way[];
}

const documented = { env: { APP_PLATFORM_ENDPOINTS: "documented" } };
const everything = { env: { APP_PLATFORM_ON_DELETE: "everything" } };
const up = (program?: Program, options?: StepOptions) => stack.run("up", program, options);
const upAgain = () => up();
const idOf = async (name: string) => String((await stack.resource(name)).id);
const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;
const create = async (path: string, body: object) => String((await platform.request("POST", path, { body })).body.id);
const fault = (fault: string, match: object) =>
  platform.request("PUT", "/_local/faults", { body: { rules: [{ fault, match }] } });
const heal = () => platform.request("DELETE", "/_local/faults");

const db =
  (args: Partial<DatabaseArgs> = {}, options?: pulumi.CustomResourceOptions, name = "db"): Program =>
  () =>
    void new Database(name, databaseArgs(platform, { name: "orders", ...args }), options);
const both =
  (...programs: readonly Program[]): Program =>
  () => {
    for (const program of programs) program();
  };
const mysql = { type: "MYSQL", version: "8.4" } as const;
const theirs = () => {
  const body = { name: "orders", type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
  return create(`/environment/${platform.ids.environment}/database`, body);
};
const staging =
  (args: object = {}, options?: pulumi.CustomResourceOptions): Program =>
  () =>
    void new Environment("staging", { projectId: platform.ids.project, name: "staging", ...args }, options);
const inStaging = async () => {
  const place = { variable_scope: "ENVIRONMENT", variable_parent_id: await idOf("staging") };
  return create("/variable", { key: "TEAM", value: "shop", is_secret: false, ...place });
};
const nothing: Program = () => undefined;
const kept = async (before: Program, after: Program, path: () => Promise<string>) => {
  const there = await path();
  await up(before);
  await up(after);
  expect(await isThere(there)).toBe(true);
};
const ofStaging = async () => `/environment/${await idOf("staging")}`;
const byIds = (options?: pulumi.CustomResourceOptions) => async () => {
  await up(staging());
  const environmentId = await idOf("staging");
  const web: Program = () => void new Container("web", containerArgs(platform, { environmentId }), options);
  await up(both(staging(), web));
  return web;
};
let web: Program = nothing;
const prepareWeb = (options?: pulumi.CustomResourceOptions) => async () => {
  web = await byIds(options)();
};
const webIn =
  (args: object = {}, options?: pulumi.CustomResourceOptions): Program =>
  () => {
    const place = { projectId: platform.ids.project, name: "staging" };
    const environment = new Environment("staging", { ...place, ...args }, options);
    new Container("web", containerArgs(platform, { environmentId: environment.id }));
  };

const cases: readonly Case[] = [
  {
    error: "NameTakenError",
    when: "somebody else has the name",
    prepare: theirs,
    program: db,
    ways: [
      ["choose another `name`", () => up(db({ name: "mine" }))],
      ["set adoptId", async () => up(db({ adoptId: await existing() }))],
      ["aliases", "this resource was never renamed"],
      [
        "delete or rename the existing resource",
        async () => {
          await platform.request("DELETE", `/database/${await existing()}`);
          await upAgain();
        },
      ],
      ["if another stack manages it", "no other stack does"],
    ],
  },
  {
    error: "NameTakenError",
    when: "the resource has another Pulumi name now",
    prepare: () => up(db()),
    program: () => db({}, {}, "renamed"),
    ways: [
      ["choose another `name`", () => up(db({ name: "mine" }, {}, "renamed"))],
      [
        "set adoptId",
        async () => {
          const adoptId = await idOf("db");
          await up(db({ adoptId }, {}, "renamed"));
          expect(await idOf("renamed")).toBe(adoptId);
        },
      ],
      ["aliases", () => up(db({}, { aliases: [{ name: "db" }] }, "renamed"))],
      [
        "delete or rename the existing resource",
        async () => {
          await platform.request("DELETE", `/database/${await idOf("db")}`);
          await upAgain();
        },
      ],
      ["if another stack manages it", "no other stack does"],
    ],
  },
  {
    error: "NameTakenError",
    when: "an option replaces the resource",
    prepare: () => up(db({ cpu: 500 })),
    program: () => db({ cpu: 750 }, { replaceOnChanges: ["cpu"] }),
    ways: [
      [
        "deleteBeforeReplace: true",
        () => up(db({ cpu: 750 }, { replaceOnChanges: ["cpu"], deleteBeforeReplace: true })),
      ],
      ["choose another `name`", () => up(db({ cpu: 750, name: "mine" }, { replaceOnChanges: ["cpu"] }))],
    ],
  },
  {
    error: "NameTakenError",
    when: "the resource gets another connection to the same platform",
    prepare: () => up(db()),
    program: () => db({ connection: "prod" }),
    ways: [
      [
        "Set adoptId",
        async () => {
          const id = await idOf("db");
          await up(db({ connection: "prod", adoptId: id }));
          expect(await idOf("db")).toBe(id);
        },
      ],
      ["undo the change of `connection`", () => up(db())],
      ["choose another `name`", () => up(db({ connection: "prod", name: "mine" }))],
    ],
  },
  {
    error: "NameTakenError",
    when: "another resource of the stack has the name, through another connection",
    prepare: () => up(db()),
    program: () => both(db(), db({ connection: "prod" }, {}, "again")),
    ways: [
      ["remove one of the two", () => up(db())],
      ["aliases", "this resource was never renamed"],
      ["choose another `name`", () => up(both(db(), db({ connection: "prod", name: "mine" }, {}, "again")))],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "the endpoints can't delete the old resource",
    prepare: () => up(db(), documented),
    program: () => db(mysql),
    options: () => documented,
    ways: [
      ["change `name` too", () => up(db({ ...mysql, name: "mine" }), documented)],
      ["use the extended endpoints", upAgain],
      ["undo the change", () => up(db(), documented)],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "the old resource is retained",
    prepare: () => up(db({}, { retainOnDelete: true })),
    program: () => db(mysql, { retainOnDelete: true }),
    ways: [
      ["change `name` too", () => up(db({ ...mysql, name: "mine" }, { retainOnDelete: true }))],
      ["undo the change", () => up(db({}, { retainOnDelete: true }))],
      [
        "remove the option and run `pulumi up`",
        async () => {
          await up(db());
          await up(db(mysql));
        },
      ],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "another resource of the stack also manages the old one",
    prepare: async () => {
      await up(db());
      const adoptId = await idOf("db");
      const { urn } = { urn: (await stack.resource("db")).urn.replace(/::db$/, "::again") };
      await up(db({ adoptId }, {}, "again"), { target: [urn] });
    },
    program: () => both(db(mysql, {}, "again")),
    ways: [
      [
        "remove one of the two from the program",
        async () => {
          await up(db({}, {}, "again"));
          await up(db(mysql, {}, "again"));
        },
      ],
      ["change `name` too", () => up(db({ ...mysql, name: "mine" }, {}, "again"))],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "an earlier run has replaced the resource and failed",
    prepare: async () => {
      await up(db());
      const failing: Program = () => {
        const database = new Database("db", databaseArgs(platform, { ...mysql, name: "other" }));
        const registryId = "00000000-0000-4000-8000-000000000000";
        new Container("failing", containerArgs(platform, { registryId }), { dependsOn: database });
      };
      await stack.fails("up", failing);
    },
    program: () => db(mysql),
    ways: [
      [
        "set another `name` and run `pulumi up`",
        async () => {
          await up(db({ ...mysql, name: "third" }));
          await up(db(mysql));
        },
      ],
      [
        "undo all changes",
        async () => {
          const id = (await stack.resources()).find((each) => (each as { delete?: boolean }).delete)?.id;
          await up(db());
          expect(await idOf("db")).toBe(id);
        },
      ],
    ],
  },
  {
    error: "NotEmptyError",
    when: "others have something inside",
    prepare: async () => {
      await up(staging());
      await inStaging();
    },
    program: () => nothing,
    ways: [
      [
        "delete it first",
        async () => {
          const { body } = await platform.request(
            "GET",
            `/variable?parent_id=${await idOf("staging")}&scope=ENVIRONMENT`,
          );
          const own = (body.results as { id: string; key: string }[]).find(({ key }) => key === "TEAM");
          await platform.request("DELETE", `/variable/${own?.id}`);
          await upAgain();
        },
      ],
      ["to delete it too, set app-platform:onDelete", () => up(undefined, everything)],
      ["retainOnDelete", () => kept(staging({}, { retainOnDelete: true }), nothing, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "the program declares what is inside",
    prepare: prepareWeb(),
    program: () => web,
    ways: [
      ["remove it from the program, or refer to it by its resource", () => up(webIn())],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), web), web, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "the run deletes what is inside, too",
    prepare: prepareWeb(),
    program: () => nothing,
    ways: [
      ["run again", upAgain],
      [
        "add the resource that contains it to its `dependsOn`",
        async () => {
          await up(webIn());
          await up(nothing);
        },
      ],
      ["retainOnDelete", () => kept(webIn({}, { retainOnDelete: true }), nothing, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "a protected resource is inside",
    prepare: prepareWeb({ protect: true }),
    program: () => web,
    ways: [
      [
        "unprotect it",
        async () => {
          await up(webIn());
          await up(nothing);
        },
      ],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), web), web, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "a retained resource is inside",
    prepare: prepareWeb({ retainOnDelete: true }),
    program: () => web,
    ways: [
      [
        "move it elsewhere, or remove the option",
        async () => {
          await up(webIn());
          await up(nothing);
        },
      ],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), web), web, ofStaging)],
    ],
  },
  {
    error: "InUseError",
    when: "a service names a registry by its ID",
    prepare: async () => {
      await up(registry());
      registryId = await idOf("images");
      await up(both(registry(), image()));
    },
    program: () => image(),
    ways: [
      [
        "delete these services, or let them use another one",
        async () => {
          const other: Program = () => void new Container("web", containerArgs(platform));
          await up(both(registry(), other));
          await up(other);
        },
      ],
      [
        "pass the resource or its output `id`",
        () =>
          up(() => {
            const { id } = new ContainerRegistry("images", registryArgs());
            new Container("web", containerArgs(platform, { registryId: id }));
          }),
      ],
      [
        "retainOnDelete",
        () => kept(both(registry({ retainOnDelete: true }), image()), image(), async () => registryPath()),
      ],
    ],
  },
  {
    error: "DeleteRefusedError",
    when: "the endpoints can't delete",
    prepare: () => up(db(), documented),
    program: () => nothing,
    options: () => ({ env: { ...documented.env, APP_PLATFORM_ON_DELETE: "fail" } }),
    ways: [
      [
        "set app-platform:onDelete to warn",
        () => up(nothing, { env: { ...documented.env, APP_PLATFORM_ON_DELETE: "warn" } }),
      ],
      ["use the extended endpoints", upAgain],
      [
        "retainOnDelete",
        () => kept(db({}, { retainOnDelete: true }), nothing, async () => `/database/${await idOf("db")}`),
      ],
    ],
  },
  {
    error: "SeenElsewhereError",
    when: "the refresh reaches another platform",
    prepare: async () => {
      await other.request("POST", "/_local/reset");
      await up(db());
    },
    step: "refresh",
    options: elsewhere,
    ways: [
      ["set app-platform:baseUrl", () => stack.run("refresh")],
      [
        "run `pulumi refresh` with APP_PLATFORM_MOVED_FROM",
        async () => {
          const env = { ...elsewhere().env, APP_PLATFORM_MOVED_FROM: new URL(platform.url).host };
          await stack.run("refresh", undefined, { env });
          await up(db(), elsewhere());
          expect(await isThere(`/database/${await existing()}`)).toBe(true);
        },
      ],
    ],
  },
  {
    error: "DuplicateNameError",
    when: "two resources have one name",
    step: "preview",
    program: () => both(db(), db({}, {}, "again")),
    ways: [
      ["declare it once", () => up(db())],
      ["change the `name` of one of them", () => up(both(db(), db({ name: "mine" }, {}, "again")))],
    ],
  },
  {
    error: "NameTakenOverError",
    when: "one takes the name that another gives up",
    prepare: () => up(db()),
    program: () => both(db({ name: "archive" }), db({}, {}, "newcomer")),
    ways: [
      [
        "set a temporary `name`",
        async () => {
          await up(db({ name: "archive" }));
          await up(both(db({ name: "archive" }), db({}, {}, "newcomer")));
        },
      ],
      ["choose another `name`", () => up(both(db({ name: "archive" }), db({ name: "mine" }, {}, "newcomer")))],
    ],
  },
  {
    error: "EditNotPossibleError",
    when: "the endpoints can't update",
    prepare: () => up(() => void new Container("web", containerArgs(platform)), documented),
    program: () => () => void new Container("web", containerArgs(platform, { cpu: 700 })),
    options: () => documented,
    ways: [
      ["use the extended endpoints", upAgain],
      [
        "change its `name`",
        () => up(() => void new Container("web", containerArgs(platform, { cpu: 700, name: "web2" })), documented),
      ],
      [
        "undo the change",
        () =>
          up(
            () => void new Container("web", containerArgs(platform, { cpu: 700 }), { ignoreChanges: ["cpu"] }),
            documented,
          ),
      ],
    ],
  },
  {
    error: "AdoptionError",
    when: "it differs in an argument that can't be updated",
    prepare: async () => {
      adoptId = await theirs();
    },
    program: () => db({ ...mysql, adoptId }),
    ways: [
      ["set its current values", () => up(db({ adoptId }))],
      ["omit the arguments", "the ones that differ are required"],
    ],
  },
  {
    error: "AdoptionError",
    when: "it doesn't exist",
    program: () => db({ adoptId: "20000000-0000-4000-8000-000000000001" }),
    ways: [["check the ID", async () => up(db({ adoptId: await theirs() }))]],
  },
  {
    error: "AdoptionError",
    when: "the resource manages another one",
    prepare: () => up(db({ name: "own" })),
    program: () => db({ name: "own", adoptId: adoptable }),
    ways: [
      ["remove `adoptId`", () => up(db({ name: "own" }))],
      [
        "declare another resource",
        async () => up(both(db({ name: "own" }), db({ adoptId: await theirs() }, {}, "second"))),
      ],
      ["remove this resource from the state first", "`pulumi state delete` is Pulumi's own: test/cli has it"],
    ],
  },
  {
    error: "AdoptionError",
    when: "another resource of the stack manages it",
    prepare: async () => {
      await up(db());
      adoptId = await idOf("db");
    },
    program: () => both(db(), db({ adoptId, name: "mine" }, {}, "again")),
    ways: [
      ["declare it once", () => up(db({ adoptId, name: "mine" }, {}, "again"))],
      [
        "remove the other resource from the program and the state",
        () => up(db({ adoptId, name: "mine" }, {}, "again")),
      ],
      ["remove `adoptId`", () => up(both(db(), db({ name: "mine" }, {}, "again")))],
    ],
  },
  {
    error: "CreateNotPossibleError",
    when: "the endpoints can't create the kind",
    program: () => staging(),
    options: () => documented,
    ways: [["use the extended endpoints", upAgain]],
  },
  {
    error: "DefaultsNotAcceptedError",
    when: "a cluster can't be read",
    program: () => cluster({}),
    options: () => documented,
    ways: [
      ["set these arguments", "the endpoints don't say what they are: test/engine/clusters.test.ts sets all"],
      ["acceptDefaults: true", () => up(cluster({ acceptDefaults: true }), documented)],
      ["use the extended endpoints", upAgain],
    ],
  },
  {
    error: "UnsafeCreateError",
    when: "a crash would lose the resource",
    program: () => terraform,
    options: () => ({ env: { ...documented.env, PULUMI_SKIP_CHECKPOINTS: "true" } }),
    ways: [
      [
        "create it first, in a run without",
        async () => {
          await up(terraform, documented);
          await up(terraform, { env: { ...documented.env, PULUMI_SKIP_CHECKPOINTS: "true" } });
        },
      ],
      ["use the extended endpoints", () => up(terraform, { env: { PULUMI_SKIP_CHECKPOINTS: "true" } })],
      [
        "onUnsafeCreate warn",
        () =>
          up(terraform, {
            env: { ...documented.env, PULUMI_SKIP_CHECKPOINTS: "true", APP_PLATFORM_ON_UNSAFE_CREATE: "warn" },
          }),
      ],
    ],
  },
  {
    error: "EmptySelectionError",
    when: "a trigger selects nothing",
    program: () => () =>
      void new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: [] }),
    ways: [
      [
        "select at least one service",
        () =>
          up(() => {
            const service = new Database("db", databaseArgs(platform));
            new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: [service] });
          }),
      ],
    ],
  },
  {
    error: "IncompleteError",
    when: "its variables can't be created",
    prepare: () => fault("403", { method: "POST", route: "/variable" }),
    program: () => () => void new Container("web", containerArgs(platform, { variables: { LEVEL: "info" } })),
    ways: [
      [
        "run `pulumi up` again",
        async () => {
          const id = await idOf("web");
          await heal();
          await upAgain();
          expect(await idOf("web")).toBe(id);
        },
      ],
    ],
  },
  {
    error: "ForbiddenError",
    when: "the token may only read",
    program: () => db(),
    options: () => ({ env: { APP_PLATFORM_TOKEN: platform.tokens.viewer } }),
    ways: [["use a token with a sufficient role", upAgain]],
  },
  {
    error: "UnauthorizedError",
    when: "the token is another platform's",
    program: () => db(),
    options: () => ({ env: { APP_PLATFORM_TOKEN: `${platform.tokens.admin.slice(0, -4)}AAAA` } }),
    ways: [["check that the token belongs to this platform", upAgain]],
  },
  {
    error: "ServerFaultError",
    when: "the platform fails",
    prepare: () => fault("500", { method: "POST", route: "/environment/{environmentId}/database" }),
    program: () => db(),
    ways: [
      [
        "run `pulumi up` again",
        async () => {
          await heal();
          await upAgain();
        },
      ],
    ],
  },
];

let [adoptId, registryId] = ["", ""];
const adoptable = "20000000-0000-4000-8000-000000000001";
const existing = async () => {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/database`);
  return String((body.results as { id: string; name: string }[]).find(({ name }) => name === "orders")?.id);
};
const registryArgs = () =>
  ({
    organizationId: platform.ids.organization,
    name: "images",
    kind: "PUBLIC_ECR",
    url: "https://public.ecr.aws",
    config: {},
  }) as const;
const registry =
  (options?: pulumi.CustomResourceOptions): Program =>
  () =>
    void new ContainerRegistry("images", registryArgs(), options);
const registryPath = () => `/organization/${platform.ids.organization}/containerRegistry/${registryId}`;
const image = (): Program => () => void new Container("web", containerArgs(platform, { registryId }));
const cluster =
  (args: object): Program =>
  () => {
    const { organization: organizationId, cluster: clusterId } = platform.ids;
    const place = { organizationId, clusterId, name: "main", region: "eu-west-3", cloudProvider: "AWS" } as const;
    new Cluster("main", { ...place, maxRunningNodes: 5, ...args });
  };
const terraform: Program = () =>
  void new TerraformService("network", records.TerraformService.lifecycle.args(platform.ids) as never);

/** The advice of an error in an output: its last lines, after those of the errors that caused it. */
function adviceIn(output: string, code: string): string[] {
  const [error = ""] = output.slice(output.indexOf(`${code}:`)).split("\n\n");
  const lines = error.split("\n").map((line) => line.trim());
  const at = lines.findLastIndex((line) => line.startsWith("What to do"));
  if (at < 0) return [];
  const single = /^What to do: (.*)/.exec(lines[at] as string)?.[1];
  return single === undefined ? lines.slice(at + 1).map((line) => line.replace(/^- /, "")) : [single];
}

describe.each(cases.map((each) => [each.error, each.when, each] as const))("%s if %s", (_, __, each) => {
  const { error, prepare, step = "up", program, options, ways } = each;
  const followed = ways.filter(([, follow]) => typeof follow !== "string");
  it.each(followed)("is followed by a run that succeeds after the advice: %s", async (_says, follow) => {
    await prepare?.();
    const output = await stack.fails(step, program?.(), options?.());
    const code = errorClasses[error]?.code as string;
    expect(output).toContain(`${code}:`);
    const advice = adviceIn(output, code);
    expect(advice.map((line, index) => line.includes(ways[index]?.[0] ?? "?"))).toEqual(ways.map(() => true));
    await (follow as () => Promise<unknown>)();
    expect(Object.keys((await stack.run("preview")).changes)).toEqual(["same"]);
  });
});

/** Errors whose advice no case follows, and why. */
const unfollowed: Readonly<Record<string, string>> = {
  InvalidArgumentError: "It has no advice: the sentence says what must hold.",
  ConfigurationError: "test/unit/configuration.test.ts has each setting.",
  TokenExpiredError: "Only another token helps, as for UnauthorizedError.",
  OtherPlatformError: "Its lookups run in the program's process: test/engine/lookups.test.ts.",
  ProviderGoneError: "test/engine/native/moving.test.ts has each way.",
  ImportNotPossibleError: "It says how to import, which is the command line's: test/engine/native/import.test.ts.",
  LedgerError: "It takes a folder for temporary files that can't be used.",
  LookupNotPossibleError: "test/engine/lookups.test.ts has each way.",
  LookupFailedError: "test/engine/lookups.test.ts has each way.",
  HoldersUnknownError: "It takes a state that can't be read: test/unit/deletions.test.ts.",
  NotConfirmedGoneError: "Only the people at the platform know whether it exists.",
  NotFoundError: "The path shows which ID is wrong.",
  ConflictError: "The platform's own message says what it conflicts with.",
  RejectedError: "The platform's own message says what it rejects.",
  ThrottledError: "It takes a wait, as for ServerFaultError.",
  UnexpectedStatusError: "Only the people at the platform know what the status means.",
  UnreachableError: "It takes a platform that runs: test/engine/outages.",
  TimedOutError: "It takes a platform that responds: test/engine/outages.",
  NotTheApiError: "It takes the right address.",
  AnswerTooLargeError: "It takes the right address.",
  UnexpectedAnswerError: "Only the people at the platform know what happened.",
  OutcomeUnknownError: "The simulation's person follows it: test/engine/simulation/person.ts.",
  InterruptedError: "The next run goes on: test/cli/crashes.",
  DeploymentBusyError: "It takes a wait: test/engine/rollouts.test.ts.",
  FirstDeploymentError:
    "test/engine/deployment-restrictions.test.ts and test/engine/rollouts.test.ts deploy with commits.",
  StillThereError: "It takes a wait.",
  DeploymentFailedError: "Only the log of the service shows the cause.",
  DeploymentUnfinishedError: "It takes a wait: test/engine/rollouts.test.ts.",
  NeverDeployedError: "test/engine/rollouts.test.ts deploys with commits.",
  DeploymentReplacedError: "Only the log of the service shows the cause.",
  ClusterNotDeployedError: "Only the cloud provider knows the cause.",
  ClusterUnfinishedError: "It takes a wait: test/engine/clusters.test.ts.",
  InternalError: "It's a bug.",
};

it("follows the advice of each error, or says why not", () => {
  const followed = cases.map(({ error }) => error as string);
  expect([...new Set(followed), ...Object.keys(unfollowed)].sort()).toEqual(Object.keys(errorClasses).sort());
});
