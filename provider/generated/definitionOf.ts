// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type { LookupDefinition, ResourceDefinition } from "../definition/kind.js";
import type { DefinitionOf, KindName } from "../kinds/index.js";

/** Where each definition is. A plugin only loads those of the kinds in its stack: loading all of them takes twice as long. */
const loaders = {
  Application: () => (require("../kinds/application.js") as typeof import("../kinds/application.js")).application,
  Container: () => (require("../kinds/container.js") as typeof import("../kinds/container.js")).container,
  Job: () => (require("../kinds/job.js") as typeof import("../kinds/job.js")).job,
  Database: () => (require("../kinds/database.js") as typeof import("../kinds/database.js")).database,
  TerraformService: () =>
    (require("../kinds/terraformService.js") as typeof import("../kinds/terraformService.js")).terraformService,
  HelmService: () => (require("../kinds/helmService.js") as typeof import("../kinds/helmService.js")).helmService,
  DeploymentTrigger: () =>
    (
      require("../kinds/deploymentTrigger/deploymentTrigger.js") as typeof import("../kinds/deploymentTrigger/deploymentTrigger.js")
    ).deploymentTrigger,
  ArgoCdConfig: () => (require("../kinds/argoCdConfig.js") as typeof import("../kinds/argoCdConfig.js")).argoCdConfig,
  Cluster: () => (require("../kinds/cluster/cluster.js") as typeof import("../kinds/cluster/cluster.js")).cluster,
  AnnotationsGroup: () =>
    (require("../kinds/annotationsGroup.js") as typeof import("../kinds/annotationsGroup.js")).annotationsGroup,
  ApiToken: () => (require("../kinds/apiToken.js") as typeof import("../kinds/apiToken.js")).apiToken,
  ArgoCdDestinationCluster: () =>
    (require("../kinds/argoCdDestinationCluster.js") as typeof import("../kinds/argoCdDestinationCluster.js"))
      .argoCdDestinationCluster,
  CloudCredentials: () =>
    (require("../kinds/cloudCredentials.js") as typeof import("../kinds/cloudCredentials.js")).cloudCredentials,
  ContainerRegistry: () =>
    (require("../kinds/containerRegistry.js") as typeof import("../kinds/containerRegistry.js")).containerRegistry,
  CustomDomain: () => (require("../kinds/customDomain.js") as typeof import("../kinds/customDomain.js")).customDomain,
  CustomRole: () => (require("../kinds/customRole.js") as typeof import("../kinds/customRole.js")).customRole,
  DeploymentStage: () =>
    (require("../kinds/deploymentStage.js") as typeof import("../kinds/deploymentStage.js")).deploymentStage,
  Environment: () => (require("../kinds/environment.js") as typeof import("../kinds/environment.js")).environment,
  GitToken: () => (require("../kinds/gitToken.js") as typeof import("../kinds/gitToken.js")).gitToken,
  HelmRepository: () =>
    (require("../kinds/helmRepository.js") as typeof import("../kinds/helmRepository.js")).helmRepository,
  LabelsGroup: () => (require("../kinds/labelsGroup.js") as typeof import("../kinds/labelsGroup.js")).labelsGroup,
  OrganizationMember: () =>
    (require("../kinds/organizationMember.js") as typeof import("../kinds/organizationMember.js")).organizationMember,
  Project: () => (require("../kinds/project.js") as typeof import("../kinds/project.js")).project,
  StoppedEnvironment: () =>
    (require("../kinds/stoppedEnvironment.js") as typeof import("../kinds/stoppedEnvironment.js")).stoppedEnvironment,
  Variable: () => (require("../kinds/variable.js") as typeof import("../kinds/variable.js")).variable,
  ApiObject: () =>
    (require("../kinds/apiObject/apiObject.js") as typeof import("../kinds/apiObject/apiObject.js")).apiObject,
} satisfies { readonly [K in KindName]: () => DefinitionOf<K> };

/** The definition of one kind, without those of the others; nothing if there is no such kind. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return Object.hasOwn(loaders, kind) ? loaders[kind as KindName]() : undefined;
}

/** What programs look up by this name: a kind, or what no kind manages. */
export function lookupDefinitionOf(name: string): LookupDefinition | undefined {
  const others = () => (require("../lookups.js") as typeof import("../lookups.js")).lookups;
  return definitionOf(name) ?? others().find(({ kind }) => kind === name);
}
