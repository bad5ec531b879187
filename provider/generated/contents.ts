// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

/** The kinds that can be inside a resource, each with the argument by which it names that resource. By the names of references. */
export const contents: Readonly<Record<string, readonly (readonly [kind: string, place: string])[]>> = {
  environment: [
    ["Application", "environmentId"],
    ["Container", "environmentId"],
    ["Job", "environmentId"],
    ["Database", "environmentId"],
    ["TerraformService", "environmentId"],
    ["HelmService", "environmentId"],
    ["DeploymentStage", "environmentId"],
    ["Variable", "on"],
  ],
  application: [
    ["CustomDomain", "on"],
    ["Variable", "on"],
  ],
  container: [
    ["CustomDomain", "on"],
    ["Variable", "on"],
  ],
  helm: [
    ["CustomDomain", "on"],
    ["Variable", "on"],
  ],
  project: [
    ["Environment", "projectId"],
    ["Variable", "on"],
  ],
  job: [["Variable", "on"]],
  terraform: [["Variable", "on"]],
};

/** The kinds that contain others, by the names of references. */
export const kindOfParent: Readonly<Record<string, string>> = {
  environment: "Environment",
  application: "Application",
  container: "Container",
  helm: "HelmService",
  project: "Project",
  job: "Job",
  terraform: "TerraformService",
};

/** The kinds that may use a resource: those with its ID in their arguments. */
export const usedBy: Readonly<Record<string, readonly string[]>> = {
  Cluster: ["ArgoCdDestinationCluster", "Environment"],
  AnnotationsGroup: ["Application", "Container", "Job", "Database"],
  CloudCredentials: ["Cluster"],
  ContainerRegistry: ["Container", "Job"],
  CustomRole: ["ApiToken", "OrganizationMember"],
  GitToken: ["Application", "Job", "TerraformService", "HelmService", "Cluster"],
  HelmRepository: ["HelmService"],
  LabelsGroup: ["Application", "Container", "Job", "Database", "Cluster"],
};
