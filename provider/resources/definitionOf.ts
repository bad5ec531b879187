import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { DefinitionOf, Kind } from "./index.js";

/** Where each definition is. A plugin loads those of the kinds that its stack has: all of them take twice as long. */
const loaders = {
  Application: () => (require("./application.js") as typeof import("./application.js")).application,
  Container: () => (require("./container.js") as typeof import("./container.js")).container,
  Job: () => (require("./job.js") as typeof import("./job.js")).job,
  Database: () => (require("./database.js") as typeof import("./database.js")).database,
  TerraformService: () => (require("./terraformService.js") as typeof import("./terraformService.js")).terraformService,
  Cluster: () => (require("./cluster/cluster.js") as typeof import("./cluster/cluster.js")).cluster,
  ArgoCdConfig: () => (require("./argoCdConfig.js") as typeof import("./argoCdConfig.js")).argoCdConfig,
  DeploymentTrigger: () =>
    (require("./deploymentTrigger/deploymentTrigger.js") as typeof import("./deploymentTrigger/deploymentTrigger.js"))
      .deploymentTrigger,
} satisfies { readonly [K in Kind]: () => DefinitionOf<K> };

/** The definition of one kind, without those of the others; nothing if there is no such kind. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(loaders, kind) ? loaders[kind as Kind]() : undefined;
}
