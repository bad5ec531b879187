/** Runs that end before anything is changed: what the program gives cannot be, or the endpoints cannot do it. */
import {
  Cluster,
  Container,
  Database,
  DeploymentTrigger,
  getContainer,
  getContainers,
  Project,
  TerraformService,
} from "pulumi-app-platform";
import { addService, advance, beginDeployment, fault } from "../support/operated.js";
import { argsOf, imageOf, send, databaseType as type } from "./preparation.js";
import type { Scenario } from "./scenario.js";
import type { World } from "./world.js";

type Declare = (ids: World["platforms"]["documented"]["ids"], world: World) => unknown;

/** A preview that ends with these errors. */
const previewed =
  (isRare: boolean) =>
  (errors: Scenario["errors"], declare: Declare, options?: Scenario["options"]): Scenario => ({
    ...{ command: "pulumi preview", step: "preview", errors, ...(isRare && { isRare }), ...(options && { options }) },
    program: (world) => async () => {
      await declare(world.platforms.documented.ids, world);
      return {};
    },
  });
const [always, rarely] = [previewed(false), previewed(true)];

/** Before anything exists. The engine stops at the first resource that is refused: one run shows the errors of one resource. */
export const firstPreviews: readonly Scenario[] = [
  always({ AP1001: "Container (web)", AP1203: "Container (web)" }, ({ environment }, { platforms: { documented } }) => {
    new Container("web", { environmentId: environment, ...imageOf(documented), cpu: 0, connection: "production" });
  }),
  rarely({ AP1002: "DeploymentTrigger (release)", AP2004: "DeploymentTrigger (release)" }, ({ environment }) => {
    new DeploymentTrigger("release", { environmentId: environment, services: [], connection: "staging" });
  }),
  rarely({ AP1204: "" }, ({ environment }) => {
    const options = { import: "20000000-0000-4000-8000-000000000001" };
    new Database("db", { environmentId: environment, ...type }, options);
  }),
  rarely({ AP1205: "Database (orders)" }, ({ environment }) => {
    const db = new Database("db", { environmentId: environment, ...type });
    new Database("orders", { environmentId: environment, name: "db", ...type }, { dependsOn: db });
  }),
  always(
    { AP2013: "TerraformService (network)" },
    (_, { platforms: { documented } }) => {
      new TerraformService("network", argsOf("TerraformService", documented));
    },
    () => ({ env: { PULUMI_SKIP_CHECKPOINTS: "true" } }),
  ),
  rarely({ AP2006: "Database (db)" }, ({ environment }) => {
    new Database("db", { environmentId: environment, ...type, adoptId: "20000000-0000-4000-8000-000000000001" });
  }),
  rarely({ AP2007: "" }, ({ environment }) => getContainer({ environmentId: environment, name: "web" })),
  rarely(
    { AP1003: "Container (web)" },
    async ({ environment }, { platforms: { documented } }) => {
      await getContainers({ environmentId: environment });
      new Container("web", { environmentId: environment, ...imageOf(documented) });
    },
    ({ platforms: { extended } }) => ({
      env: { APP_PLATFORM_BASE_URL: extended.url, APP_PLATFORM_TOKEN: extended.tokens.admin },
    }),
  ),
  rarely({ AP2008: "Project (shop)" }, ({ organization }) => {
    new Project("shop", { organizationId: organization });
  }),
  rarely({ AP2011: "Cluster (main)" }, ({ organization, cluster }) => {
    const place = { organizationId: organization, clusterId: cluster };
    new Cluster("main", { ...place, name: "main", region: "eu-west-3", cloudProvider: "AWS", maxRunningNodes: 5 });
  }),
];

/** Of resources that the update has created. */
export const laterPreviews: readonly Scenario[] = [
  rarely({ AP1206: "Database (newcomer)" }, ({ environment }) => {
    const store = new Database("store", { environmentId: environment, name: "archive", ...type });
    new Database("newcomer", { environmentId: environment, name: "store", ...type }, { dependsOn: store });
  }),
  rarely({ AP2001: "Container (api)" }, ({ environment }, { platforms: { documented } }) => {
    new Container("api", { environmentId: environment, ...imageOf(documented), cpu: 700 });
  }),
  rarely({ AP2002: "Database (store)" }, ({ environment }) => {
    new Database("store", { environmentId: environment, ...type, type: "MYSQL", version: "8" });
  }),
];

/** On another platform, which has an environment with the same ID, and on one that no longer knows the cluster. */
export const refreshes: readonly Scenario[] = [
  {
    command: "pulumi refresh --target …",
    step: "refresh",
    isRare: true,
    errors: { AP2010: "Database (store)" },
    options: async ({ stack, platforms: { failing } }) => ({
      env: { APP_PLATFORM_BASE_URL: failing.url, APP_PLATFORM_TOKEN: failing.tokens.admin },
      target: [(await stack.resource("store")).urn],
    }),
  },
  {
    command: "pulumi refresh",
    step: "refresh",
    errors: { AP2012: "ArgoCdConfig (gitops)" },
    prepare: async ({ platforms: { extended } }) => {
      const route = "/cluster/{clusterId}/argoCdConfig";
      const rules = ["GET", "POST"].map((method) => ({ match: { method, route }, fault: "404" }));
      await fault(extended, ...rules);
    },
  },
];

/** Some resources must not be deleted, another one never ends. */
export const destroys: readonly Scenario[] = [
  {
    command: "pulumi destroy --target …",
    step: "destroy",
    errors: { AP2016: "ContainerRegistry (images)" },
    options: async ({ stack }) => ({ target: [(await stack.resource("images")).urn] }),
  },
  {
    command: "pulumi destroy --refresh",
    step: "destroy",
    errors: { AP2003: "Database (store)", AP2014: "Environment (shared)", AP5003: "Container (slow-to-go)" },
    prepare: async ({ platforms: { extended, waiting } }) => {
      await fault(extended);
      const list = await send(extended, "GET", `/project/${extended.ids.project}/environment`);
      const shared = list.results.find(({ name }: { name: string }) => name === "shared");
      await addService(extended, "database", shared.id, "reports");
      const { environment } = waiting.ids;
      const { results } = await send(waiting, "GET", `/environment/${environment}/container`);
      // The platform deletes at once what was never deployed.
      const containers = results.map(({ id, tag }: { id: string; tag: string }) => ({ id, image_tag: tag }));
      await beginDeployment(waiting, environment, { containers });
      await advance(waiting, 3600);
    },
    options: ({ preload }) => ({
      continueOnError: true,
      refresh: true,
      env: { ...preload, APP_PLATFORM_ON_DELETE: "fail", ERRORS_CLOCK_FACTOR: "500" },
    }),
  },
  {
    command: "pulumi destroy",
    step: "destroy",
    isRare: true,
    errors: { AP2009: "Container (slow-to-go)" },
    options: ({ preload }) => ({ continueOnError: true, env: { ...preload, ERRORS_PLUGIN_STATE: "file:///nowhere" } }),
  },
];
