/**
 * Advice of errors about what the platform's endpoints can't do.
 * Codes: AP1204, AP2001, AP2005, AP2007, AP2008, AP2011, AP2013.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import type * as pulumi from "@pulumi/pulumi";
import {
  ArgoCdConfig,
  Cluster,
  Container,
  Database,
  DeploymentTrigger,
  Environment,
  getClusterKubeconfig,
  getDatabase,
  getTerraformServices,
} from "pulumi-app-platform";
import { expect } from "vitest";
import { urnOf } from "../../support/frontend.js";
import { failureOf } from "../../unit/support/fake-platform.js";
import { openFrontend } from "../native/frontend.js";
import { containerArgs, databaseArgs } from "../support/declare.js";
import { everyFieldOf, takenBy } from "../support/every-field.js";
import type { Program } from "../support/test-stack.js";
import { documented, followAdvice, openAdvice } from "./support.js";

const { platform, stack, up, upAgain, create, createTheirs, db, terraform, fault, heal } = openAdvice();

const cluster =
  (args: object): Program =>
  () => {
    const { organization: organizationId, cluster: clusterId } = platform.ids;
    const place = { organizationId, clusterId, name: "main", region: "eu-west-3", cloudProvider: "AWS" } as const;
    new Cluster("main", { ...place, maxRunningNodes: 5, ...args });
  };
const staging: Program = () => void new Environment("staging", { projectId: platform.ids.project, name: "staging" });

/** Lookups run in the program's process, which only the configuration reaches. */
const configure = (endpoints: "documented" | "extended") => () =>
  stack.configure({ "app-platform:endpoints": endpoints });
const useExtended = async () => {
  await configure("extended")();
  await upAgain();
};
let theirs = "";
const createOther = async () => {
  theirs = await createTheirs();
};
const looking =
  (look: () => unknown): Program =>
  async () => {
    await look();
  };
const environmentId = () => platform.ids.environment;
const ofCluster = () => ({ organizationId: platform.ids.organization, clusterId: platform.ids.cluster });
const gitopsArgs = () => ({
  clusterId: platform.ids.cluster,
  argocdUrl: "https://argocd.example.com",
  argocdToken: "t0ken",
});
const gitops =
  (options?: pulumi.CustomResourceOptions): Program =>
  () =>
    void new ArgoCdConfig("gitops", gitopsArgs(), options);
/** Imports through the native provider, and returns what it imports, or why it can't. */
const imported = async (kind: string, address: string, endpoints: "documented" | "extended" = "documented") => {
  const frontend = await openFrontend(platform, { env: { APP_PLATFORM_ENDPOINTS: endpoints } });
  try {
    return await frontend.import(urnOf(kind, "it"), address);
  } finally {
    await frontend.close();
  }
};
const refused = (kind: string, address: () => string) => async () =>
  (await failureOf(imported(kind, address()))).message;

followAdvice("endpoints", stack, [
  {
    error: "EditNotPossibleError",
    when: "the endpoints can't update the kind",
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
    error: "CreateNotPossibleError",
    when: "the endpoints can't create the kind",
    program: () => staging,
    options: () => documented,
    ways: [["use the extended endpoints", upAgain]],
  },
  {
    error: "DefaultsNotAcceptedError",
    when: "the endpoints can't read a cluster",
    program: () => cluster({}),
    options: () => documented,
    ways: [
      [
        "set these arguments to the values that must stay",
        async () => {
          const all = everyFieldOf("Cluster", platform.ids).cluster as object;
          return up(cluster(takenBy("documented", "Cluster", all)), documented);
        },
      ],
      ["acceptDefaults: true", () => up(cluster({ acceptDefaults: true }), documented)],
      ["use the extended endpoints", upAgain],
    ],
  },
  {
    error: "UnsafeCreateError",
    when: "checkpoints are skipped, so that a crash would lose the resource",
    program: () => terraform(),
    options: () => ({ env: { ...documented.env, PULUMI_SKIP_CHECKPOINTS: "true" } }),
    ways: [
      [
        "create it first, in a run without",
        async () => {
          await up(terraform(), documented);
          await up(terraform(), { env: { ...documented.env, PULUMI_SKIP_CHECKPOINTS: "true" } });
        },
      ],
      ["use the extended endpoints", () => up(terraform(), { env: { PULUMI_SKIP_CHECKPOINTS: "true" } })],
      [
        "onUnsafeCreate warn",
        () =>
          up(terraform(), {
            env: { ...documented.env, PULUMI_SKIP_CHECKPOINTS: "true", APP_PLATFORM_ON_UNSAFE_CREATE: "warn" },
          }),
      ],
    ],
  },
  {
    error: "ImportNotPossibleError",
    when: "a dynamic resource has the option `import`",
    prepare: createOther,
    program: () => db({}, { import: theirs }),
    ways: [
      [
        "remove `import` and set the argument `adoptId: ",
        async () => {
          await up(db({ adoptId: theirs }));
          expect((await stack.resource("db")).id).toBe(theirs);
        },
      ],
    ],
  },
  {
    error: "ImportNotPossibleError",
    when: "a dynamic ArgoCdConfig has the option `import`",
    program: () => gitops({ import: platform.ids.cluster }),
    ways: [["remove `import`: the first `pulumi up` adopts what exists at `clusterId`", () => up(gitops())]],
  },
  {
    error: "ImportNotPossibleError",
    when: "the endpoints can't find a resource by its ID alone",
    prepare: createOther,
    fails: refused("Database", () => theirs),
    ways: [
      [
        "import it as `<environmentId>/<id>`",
        async () => {
          expect(await imported("Database", `${environmentId()}/${theirs}`)).toMatchObject({ id: theirs });
        },
      ],
    ],
  },
  {
    error: "ImportNotPossibleError",
    when: "the endpoints can't read the kind",
    fails: refused("Variable", () => `environment/${environmentId()}/${theirs}`),
    ways: [
      [
        "use the extended endpoints, if your platform serves them: set APP_PLATFORM_ENDPOINTS=extended in the environment, which sets it to documented now",
        async () => {
          const parent = { variable_scope: "ENVIRONMENT", variable_parent_id: environmentId() };
          const id = await create("/variable", { key: "TEAM", value: "shop", is_secret: false, ...parent });
          expect(await imported("Variable", `environment/${environmentId()}/${id}`, "extended")).toMatchObject({ id });
        },
      ],
    ],
  },
  {
    error: "ImportNotPossibleError",
    when: "the kind exists only in the stack, such as DeploymentTrigger",
    fails: refused("DeploymentTrigger", () => environmentId()),
    ways: [
      [
        "declare it in the program, as a new resource",
        async () => {
          await up(() => {
            const service = new Database("db", databaseArgs(platform));
            new DeploymentTrigger("release", { environmentId: environmentId(), services: [service] });
          });
        },
      ],
    ],
  },
  {
    error: "LookupNotPossibleError",
    when: "get() has only the ID",
    prepare: createOther,
    program: () => () => void Database.get("theirs", theirs),
    options: () => documented,
    ways: [
      [
        "pass environmentId to `get`, besides the ID",
        () => up(() => void Database.get("theirs", theirs, { environmentId: environmentId() }), documented),
      ],
      ["use the extended endpoints", upAgain],
    ],
  },
  {
    error: "LookupNotPossibleError",
    when: "a lookup has only the ID",
    prepare: async () => {
      await createOther();
      await configure("documented")();
    },
    program: () => looking(() => getDatabase({ id: theirs })),
    ways: [
      [
        "pass environmentId in the argument of the lookup",
        () => up(looking(() => getDatabase({ environmentId: environmentId(), id: theirs }))),
      ],
      ["pulumi config set app-platform:endpoints extended", useExtended],
    ],
  },
  {
    error: "LookupFailedError",
    when: "no resource has the name",
    prepare: createOther,
    program: () => looking(() => getDatabase({ environmentId: environmentId(), name: "order" })),
    ways: [
      [
        "check the name or ID, and where to look",
        () => up(looking(() => getDatabase({ environmentId: environmentId(), name: "orders" }))),
      ],
    ],
  },
  {
    error: "LookupFailedError",
    when: "several resources have the name",
    prepare: async () => {
      await createOther();
      const route = "/environment/{environmentId}/database";
      const { body } = await platform.request("GET", `/environment/${environmentId()}/database`);
      const [one] = body.results;
      const results = [one, { ...one, id: "20000000-0000-4000-8000-000000000001" }];
      await fault("other-body", { method: "GET", route }, { body: { results } });
    },
    program: () => looking(() => getDatabase({ environmentId: environmentId(), name: "orders" })),
    ways: [
      [
        "set the ID instead of the name",
        async () => {
          await up(looking(() => getDatabase({ environmentId: environmentId(), id: theirs })));
          await heal();
        },
      ],
    ],
  },
  {
    error: "LookupFailedError",
    when: "a lookup sets both ID and name",
    prepare: createOther,
    program: () => looking(() => getDatabase({ environmentId: environmentId(), id: theirs, name: "orders" })),
    ways: [
      ["set exactly one of them", () => up(looking(() => getDatabase({ environmentId: environmentId(), id: theirs })))],
    ],
  },
  {
    error: "LookupFailedError",
    when: "no resource has the ID",
    prepare: createOther,
    program: () => looking(() => getDatabase({ id: "20000000-0000-4000-8000-000000000001" })),
    ways: [["check the ID", () => up(looking(() => getDatabase({ id: theirs })))]],
  },
  {
    error: "LookupFailedError",
    when: "get() reads a kind that the endpoints can't read",
    prepare: () => {
      const settings = { argocd_url: "https://argocd.example.com", argocd_token: "t0ken" };
      return create(`/cluster/${platform.ids.cluster}/argoCdConfig`, settings);
    },
    program: () => () => void ArgoCdConfig.get("read", platform.ids.cluster, { clusterId: platform.ids.cluster }),
    options: () => documented,
    ways: [["set APP_PLATFORM_ENDPOINTS=extended in the environment", upAgain]],
  },
  {
    error: "LookupFailedError",
    when: "a lookup lists a kind that the endpoints can't list",
    prepare: configure("documented"),
    program: () => looking(() => getTerraformServices({ environmentId: environmentId() })),
    ways: [["pulumi config set app-platform:endpoints extended", useExtended]],
  },
  {
    error: "LookupFailedError",
    when: "getClusterKubeconfig has an empty `clusterId`",
    program: () => looking(() => getClusterKubeconfig({ ...ofCluster(), clusterId: "" })),
    ways: [["set clusterId", () => up(looking(() => getClusterKubeconfig(ofCluster())))]],
  },
]);
