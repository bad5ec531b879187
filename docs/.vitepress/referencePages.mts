// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

export const referencePages = [
  { text: "Application", link: "/reference/application" },
  { text: "Container", link: "/reference/container" },
  { text: "Job", link: "/reference/job" },
  { text: "Database", link: "/reference/database" },
  { text: "TerraformService", link: "/reference/terraformService" },
  { text: "HelmService", link: "/reference/helmService" },
  { text: "DeploymentTrigger", link: "/reference/deploymentTrigger" },
  { text: "Cluster", link: "/reference/cluster" },
  { text: "ArgoCdConfig", link: "/reference/cluster#argo-cd-config" },
  { text: "AnnotationsGroup", link: "/reference/annotationsGroup" },
  { text: "LabelsGroup", link: "/reference/annotationsGroup#labels-group" },
  { text: "CustomRole", link: "/reference/customRole" },
  { text: "ApiToken", link: "/reference/customRole#api-token" },
  { text: "CloudCredentials", link: "/reference/cloudCredentials" },
  { text: "ContainerRegistry", link: "/reference/containerRegistry" },
  { text: "HelmRepository", link: "/reference/containerRegistry#helm-repository" },
  { text: "GitToken", link: "/reference/containerRegistry#git-token" },
  { text: "Variable", link: "/reference/variable" },
  { text: "CustomDomain", link: "/reference/variable#custom-domain" },
  { text: "Environment", link: "/reference/environment" },
  { text: "Project", link: "/reference/environment#project" },
  { text: "DeploymentStage", link: "/reference/environment#deployment-stage" },
  { text: "ApiObject", link: "/reference/apiObject" },
  { text: "Other lookups", link: "/reference/lookups" },
];

export const referencePagesMoved = {
  "reference/argoCdConfig": { page: "reference/cluster", section: "argo-cd-config", isPrefix: true },
  "reference/apiToken": { page: "reference/customRole", section: "api-token", isPrefix: true },
  "reference/customDomain": { page: "reference/variable", section: "custom-domain", isPrefix: true },
  "reference/deploymentStage": { page: "reference/environment", section: "deployment-stage", isPrefix: true },
  "reference/gitToken": { page: "reference/containerRegistry", section: "git-token", isPrefix: true },
  "reference/helmRepository": { page: "reference/containerRegistry", section: "helm-repository", isPrefix: true },
  "reference/labelsGroup": { page: "reference/annotationsGroup", section: "labels-group", isPrefix: true },
  "reference/project": { page: "reference/environment", section: "project", isPrefix: true },
};
