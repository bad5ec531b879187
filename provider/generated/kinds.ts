// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import { annotationsGroup } from "../kinds/annotationsGroup.js";
import { apiObject } from "../kinds/apiObject/apiObject.js";
import { apiToken } from "../kinds/apiToken.js";
import { argoCdConfig } from "../kinds/argoCdConfig.js";
import { argoCdDestinationCluster } from "../kinds/argoCdDestinationCluster.js";
import { cloudCredentials } from "../kinds/cloudCredentials.js";
import { cluster } from "../kinds/cluster/cluster.js";
import { containerRegistry } from "../kinds/containerRegistry.js";
import { customDomain } from "../kinds/customDomain.js";
import { customRole } from "../kinds/customRole.js";
import { deploymentStage } from "../kinds/deploymentStage.js";
import { deploymentTrigger } from "../kinds/deploymentTrigger/deploymentTrigger.js";
import { environment } from "../kinds/environment.js";
import { gitToken } from "../kinds/gitToken.js";
import { helmRepository } from "../kinds/helmRepository.js";
import { labelsGroup } from "../kinds/labelsGroup.js";
import { organizationMember } from "../kinds/organizationMember.js";
import { project } from "../kinds/project.js";
import { stoppedEnvironment } from "../kinds/stoppedEnvironment.js";
import { variable } from "../kinds/variable.js";
import { deployable } from "./deployable.js";

/** All kinds: services, then the others in the order of the API document, then those that it doesn't have. */
export const kinds = [
  ...deployable,
  deploymentTrigger,
  argoCdConfig,
  cluster,
  annotationsGroup,
  apiToken,
  argoCdDestinationCluster,
  cloudCredentials,
  containerRegistry,
  customDomain,
  customRole,
  deploymentStage,
  environment,
  gitToken,
  helmRepository,
  labelsGroup,
  organizationMember,
  project,
  stoppedEnvironment,
  variable,
  apiObject,
] as const;
