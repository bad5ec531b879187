// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

export * from "./annotationsGroup.js";
export * from "./apiObject.js";
export * from "./apiToken.js";
export * from "./application.js";
export * from "./availableRole.js";
export * from "./cloudCredentials.js";
export * from "./cluster.js";
export * from "./container.js";
export * from "./containerRegistry.js";
export * from "./customDomain.js";
export * from "./customRole.js";
export * from "./database.js";
export * from "./deployment.js";
export * from "./deploymentStage.js";
export * from "./environment.js";
export * from "./gitToken.js";
export * from "./helmRepository.js";
export * from "./helmService.js";
export * from "./job.js";
export * from "./labelsGroup.js";
export * from "./organization.js";
export * from "./organizationMember.js";
export * from "./project.js";
export * from "./secretManagerSecrets.js";
export * from "./terraformService.js";
export * from "./variable.js";
