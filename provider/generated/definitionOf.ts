// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { DefinitionOf, KindName } from "../resources/index.js";

/** Where each definition is. A plugin only loads those of the kinds in its stack: loading all of them takes twice as long. */
const loaders = {
  Application: () =>
    (require("../resources/application.js") as typeof import("../resources/application.js")).application,
  Container: () => (require("../resources/container.js") as typeof import("../resources/container.js")).container,
  Job: () => (require("../resources/job.js") as typeof import("../resources/job.js")).job,
  Database: () => (require("../resources/database.js") as typeof import("../resources/database.js")).database,
  TerraformService: () =>
    (require("../resources/terraformService.js") as typeof import("../resources/terraformService.js")).terraformService,
  HelmService: () =>
    (require("../resources/helmService.js") as typeof import("../resources/helmService.js")).helmService,
  Cluster: () =>
    (require("../resources/cluster/cluster.js") as typeof import("../resources/cluster/cluster.js")).cluster,
  ArgoCdConfig: () =>
    (require("../resources/argoCdConfig.js") as typeof import("../resources/argoCdConfig.js")).argoCdConfig,
  DeploymentTrigger: () =>
    (
      require("../resources/deploymentTrigger/deploymentTrigger.js") as typeof import("../resources/deploymentTrigger/deploymentTrigger.js")
    ).deploymentTrigger,
  Project: () => (require("../resources/project.js") as typeof import("../resources/project.js")).project,
  Environment: () =>
    (require("../resources/environment/environment.js") as typeof import("../resources/environment/environment.js"))
      .environment,
  CustomDomain: () =>
    (require("../resources/customDomain.js") as typeof import("../resources/customDomain.js")).customDomain,
  DeploymentStage: () =>
    (
      require("../resources/deploymentStage/deploymentStage.js") as typeof import("../resources/deploymentStage/deploymentStage.js")
    ).deploymentStage,
  Variable: () =>
    (require("../resources/variable/variable.js") as typeof import("../resources/variable/variable.js")).variable,
  AnnotationsGroup: () =>
    (require("../resources/annotationsGroup.js") as typeof import("../resources/annotationsGroup.js")).annotationsGroup,
  LabelsGroup: () =>
    (require("../resources/labelsGroup.js") as typeof import("../resources/labelsGroup.js")).labelsGroup,
  ContainerRegistry: () =>
    (require("../resources/containerRegistry.js") as typeof import("../resources/containerRegistry.js"))
      .containerRegistry,
  GitToken: () => (require("../resources/gitToken.js") as typeof import("../resources/gitToken.js")).gitToken,
  HelmRepository: () =>
    (require("../resources/helmRepository.js") as typeof import("../resources/helmRepository.js")).helmRepository,
  CloudCredentials: () =>
    (require("../resources/cloudCredentials.js") as typeof import("../resources/cloudCredentials.js")).cloudCredentials,
  ApiObject: () =>
    (require("../resources/apiObject/apiObject.js") as typeof import("../resources/apiObject/apiObject.js")).apiObject,
} satisfies { readonly [K in KindName]: () => DefinitionOf<K> };

/** The definition of one kind, without those of the others; nothing if there is no such kind. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(loaders, kind) ? loaders[kind as KindName]() : undefined;
}
