export const kindNames = [
  "Application",
  "Container",
  "Job",
  "Database",
  "TerraformService",
  "Cluster",
  "ArgoCdConfig",
  "DeploymentTrigger",
] as const;
export type KindName = (typeof kindNames)[number];
