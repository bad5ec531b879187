// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

export { AnnotationsGroup, type AnnotationsGroupArgs, type AnnotationsGroupState } from "./annotationsGroup.js";
export { ApiObject, type ApiObjectArgs, type ApiObjectState } from "./apiObject.js";
export { ApiToken, type ApiTokenArgs, type ApiTokenState } from "./apiToken.js";
export { Application, type ApplicationArgs, type ApplicationCloneArgs, type ApplicationState } from "./application.js";
export { ArgoCdConfig, type ArgoCdConfigArgs, type ArgoCdConfigState } from "./argoCdConfig.js";
export {
  ArgoCdDestinationCluster,
  type ArgoCdDestinationClusterArgs,
  type ArgoCdDestinationClusterState,
} from "./argoCdDestinationCluster.js";
export { CloudCredentials, type CloudCredentialsArgs, type CloudCredentialsState } from "./cloudCredentials.js";
export { Cluster, type ClusterArgs, type ClusterState } from "./cluster.js";
export { Container, type ContainerArgs, type ContainerCloneArgs, type ContainerState } from "./container.js";
export { ContainerRegistry, type ContainerRegistryArgs, type ContainerRegistryState } from "./containerRegistry.js";
export { CustomDomain, type CustomDomainArgs, type CustomDomainState } from "./customDomain.js";
export { CustomRole, type CustomRoleArgs, type CustomRoleState } from "./customRole.js";
export { Database, type DatabaseArgs, type DatabaseCloneArgs, type DatabaseState } from "./database.js";
export { DeploymentStage, type DeploymentStageArgs, type DeploymentStageState } from "./deploymentStage.js";
export { DeploymentTrigger, type DeploymentTriggerArgs, type DeploymentTriggerState } from "./deploymentTrigger.js";
export { Environment, type EnvironmentArgs, type EnvironmentCloneArgs, type EnvironmentState } from "./environment.js";
export { GitToken, type GitTokenArgs, type GitTokenState } from "./gitToken.js";
export { HelmRepository, type HelmRepositoryArgs, type HelmRepositoryState } from "./helmRepository.js";
export { HelmService, type HelmServiceArgs, type HelmServiceCloneArgs, type HelmServiceState } from "./helmService.js";
export { Job, type JobArgs, type JobCloneArgs, type JobState } from "./job.js";
export { LabelsGroup, type LabelsGroupArgs, type LabelsGroupState } from "./labelsGroup.js";
export { OrganizationMember, type OrganizationMemberArgs, type OrganizationMemberState } from "./organizationMember.js";
export { Project, type ProjectArgs, type ProjectState } from "./project.js";
export { StoppedEnvironment, type StoppedEnvironmentArgs, type StoppedEnvironmentState } from "./stoppedEnvironment.js";
export {
  TerraformService,
  type TerraformServiceArgs,
  type TerraformServiceCloneArgs,
  type TerraformServiceState,
} from "./terraformService.js";
export { Variable, type VariableArgs, type VariableState } from "./variable.js";
