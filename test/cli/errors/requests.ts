/** One update in which every operation fails in another way: the errors of requests, of creations and of deployments. */
import { readFileSync } from "node:fs";
import {
  Application,
  ArgoCdConfig,
  Container,
  ContainerRegistry,
  Database,
  type DatabaseArgs,
  DeploymentTrigger,
  Environment,
  Job,
  TerraformService,
} from "pulumi-app-platform";
import type { Program } from "../../engine/support/test-stack.js";
import {
  argsOf,
  databaseType,
  environments,
  imageOf,
  prepareDeployments,
  prepareFaults,
  replaceDeployment,
  timeout,
} from "./preparation.js";
import type { Scenario } from "./scenario.js";
import type { World } from "./world.js";

/** What the update creates, and what fails while it does. */
export const failingUpdate: Scenario = {
  command: "pulumi up",
  step: "up",
  options: (world) => ({
    continueOnError: true,
    env: { ...world.preload, ERRORS_PLUGIN_PID: world.pidFile, ERRORS_DEFECT: "defect" },
    onOutput: interruptAtTheEnd(world),
  }),
  errors: {
    AP2005: "Database (existing)",
    AP3001: "Database (forged)",
    AP3002: "Database (viewer)",
    AP3003: "Database (nowhere)",
    AP3004: "Database (taken)",
    AP3005: "Database (orders)",
    AP3006: "Container (unknown-registry)",
    AP3007: "Application (shop)",
    AP3008: "Container (web)",
    AP3009: "Job (nightly)",
    AP3101: "Database (unreachable)",
    AP3102: "Container (slow)",
    AP3103: "Application (page)",
    AP3104: "Container (large)",
    AP3105: "Job (empty)",
    AP4001: "Container (copy)",
    AP4002: "TerraformService (network)",
    AP4003: "TerraformService (interrupted)",
    AP5001: "DeploymentTrigger (busy)",
    AP5002: "DeploymentTrigger (first)",
    AP5004: "DeploymentTrigger (release)",
    AP5005: "DeploymentTrigger (unfinished)",
    AP5006: "DeploymentTrigger (whole)",
    AP5007: "DeploymentTrigger (replaced)",
    AP9001: "Database (defect)",
  },
  prepare: async (world) => {
    await prepareFaults(world);
    await prepareDeployments(world);
  },
  program: ({ platforms }) => program(platforms),
  meanwhile: ({ platforms: { advancing } }) => replaceDeployment(advancing),
};

function program(platforms: World["platforms"]): Program {
  const { documented, extended, waiting, advancing } = platforms;
  const environmentId = documented.ids.environment;
  const database = (name: string, others: Partial<DatabaseArgs> = {}) =>
    new Database(name, { environmentId, ...databaseType, ...others });
  return () => {
    // What later steps find.
    database("store");
    new Container("api", { environmentId, ...imageOf(documented) });
    new Container("slow-to-go", { environmentId, ...imageOf(waiting), connection: "waiting" });
    const registryId = extended.ids.registries.GENERIC_CR;
    new ContainerRegistry("images", {
      ...{ organizationId: extended.ids.organization, kind: "GENERIC_CR", url: "https://registry.example.com" },
      ...{ config: {}, adoptId: registryId, connection: "extended" },
    });
    // Pulumi does not know that it uses the registry.
    new Container("site-of-images", { environmentId, ...imageOf(extended), registryId, connection: "extended" });
    new ArgoCdConfig("gitops", {
      clusterId: extended.ids.cluster,
      argocdUrl: "https://argocd.example.com",
      argocdToken: "t0ken",
      connection: "extended",
    });

    Database.get("existing", "20000000-0000-4000-8000-000000000001");
    new Environment("shared", { projectId: extended.ids.project, connection: "extended" });
    database("forged", { connection: "shared" });
    database("viewer", { connection: "viewer" });
    database("nowhere", { environmentId: "00000000-0000-4000-8000-000000000000" });
    database("taken");
    database("defect");
    database("unreachable", { connection: "closed" });
    const unknown = { registryId: "20000000-0000-4000-8000-000000000002" };
    new Container("unknown-registry", { environmentId, ...imageOf(documented), ...unknown });
    requests("failing", ["shop", "web", "nightly"]);
    requests("breaking", ["page", "large", "empty"]);
    database("orders", { connection: "breaking" });
    Container.get("slow", "20000000-0000-4000-8000-000000000001", { connection: "slow" });
    new TerraformService("network", argsOf("TerraformService", documented, { connection: "failing" }));
    new TerraformService("interrupted", argsOf("TerraformService", documented, { connection: "extended" }));

    const original = new Container("original", { environmentId, ...imageOf(extended), connection: "extended" });
    new Container("copy", { environmentId, cloneFrom: original, cpu: 700, connection: "extended" });
    deployments();
    return {};
  };

  function requests(connection: string, [application, container, job]: readonly [string, string, string]) {
    new Application(application, argsOf("Application", documented, { connection }));
    new Container(container, { environmentId, ...imageOf(documented), connection });
    new Job(job, argsOf("Job", documented, { connection }));
  }

  function deployments() {
    const failing = new Container("failing", { environmentId, ...imageOf(extended), connection: "extended" });
    new DeploymentTrigger("release", { environmentId, services: [failing], connection: "extended" });
    const committed = { environmentId: environments.uncommitted, connection: "extended" };
    const site = new Application("site", argsOf("Application", extended, committed));
    new DeploymentTrigger("first", { ...committed, services: [site] });
    new DeploymentTrigger("whole", { ...committed, wholeEnvironment: true }, { dependsOn: site });
    for (const name of ["busy", "unfinished"] as const) {
      const place = { environmentId: environments[name], connection: "waiting" };
      const service = new Container(`of-${name}`, { ...place, ...imageOf(waiting) });
      new DeploymentTrigger(name, { ...place, services: [service], timeoutSeconds: 1 });
    }
    const place = { environmentId: environments.replaced, connection: "advancing" };
    const service = new Container("of-replaced", { ...place, ...imageOf(advancing) });
    new DeploymentTrigger("replaced", { ...place, services: [service] });
  }
}

/** Ends the plugin by a signal, as soon as everything else has failed, or will not. */
function interruptAtTheEnd({ pidFile }: World): (text: string) => void {
  const others = Object.entries(failingUpdate.errors).filter(([code]) => code !== "AP4003");
  // The CLI prints an update's line of a resource: `Container web **creating failed** …`, or the error of a read.
  const lines = others.map(([, subject]) => new RegExp(`${subject.replace(/[()]/g, "")} .*(failed\\*\\*|error)`));
  let output = "";
  let isSent = false;
  const interrupt = () => {
    clearTimeout(timer);
    if (!isSent) process.kill(Number(readFileSync(pidFile, "utf8")), "SIGINT");
    isSent = true;
  };
  const timer = setTimeout(interrupt, timeout);
  return (text) => {
    output += text;
    if (lines.every((line) => line.test(output))) interrupt();
  };
}
