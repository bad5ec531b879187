// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

export const referencePages = [
  { text: "Application", link: "/reference/application" },
  { text: "Container", link: "/reference/container" },
  { text: "Job", link: "/reference/job" },
  { text: "Database", link: "/reference/database" },
  { text: "TerraformService", link: "/reference/terraformService" },
  { text: "HelmService", link: "/reference/helmService" },
  { text: "Cluster", link: "/reference/cluster" },
  { text: "ArgoCdConfig", link: "/reference/argoCdConfig" },
  { text: "DeploymentTrigger", link: "/reference/deploymentTrigger" },
  { text: "Project", link: "/reference/project" },
  { text: "Environment", link: "/reference/environment" },
  { text: "CustomDomain", link: "/reference/customDomain" },
  { text: "DeploymentStage", link: "/reference/deploymentStage" },
  { text: "Variable", link: "/reference/variable" },
  { text: "AnnotationsGroup", link: "/reference/annotationsGroup" },
  { text: "LabelsGroup", link: "/reference/labelsGroup" },
  { text: "ContainerRegistry", link: "/reference/containerRegistry" },
  { text: "GitToken", link: "/reference/gitToken" },
  { text: "HelmRepository", link: "/reference/helmRepository" },
  { text: "ApiObject", link: "/reference/apiObject" },
];
