import type { ResourceDefinition } from "../definition/kind.js";
import { annotationsGroup } from "./annotationsGroup.js";
import { apiObject } from "./apiObject/apiObject.js";
import { argoCdConfig } from "./argoCdConfig.js";
import { cloudCredentials } from "./cloudCredentials.js";
import { cluster } from "./cluster/cluster.js";
import { containerRegistry } from "./containerRegistry.js";
import { customDomain } from "./customDomain.js";
import { deployable } from "./deployable.js";
import { deploymentStage } from "./deploymentStage/deploymentStage.js";
import { deploymentTrigger } from "./deploymentTrigger/deploymentTrigger.js";
import { environment } from "./environment/environment.js";
import { gitToken } from "./gitToken.js";
import { helmRepository } from "./helmRepository.js";
import { labelsGroup } from "./labelsGroup.js";
import { project } from "./project.js";
import { variable } from "./variable/variable.js";

/** In the order of the API document; then those that it does not have. */
const all = [
  ...deployable,
  cluster,
  argoCdConfig,
  deploymentTrigger,
  project,
  environment,
  customDomain,
  deploymentStage,
  variable,
  annotationsGroup,
  labelsGroup,
  containerRegistry,
  gitToken,
  helmRepository,
  cloudCredentials,
  apiObject,
] as const;

/** Name of a kind: `Application`, `Container`, … */
export type KindName = (typeof all)[number]["kind"];

/** The definition of a kind, with its argument types. */
export type DefinitionOf<K extends KindName> = Extract<(typeof all)[number], { readonly kind: K }>;

export const definitions: readonly ResourceDefinition[] = all;
