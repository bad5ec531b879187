// Generated from the files in backend/src/resources/records by `npm run generate`. Do not edit.

import type { AnyRecordKind } from "../resources/record.js";
import { annotationsGroup } from "../resources/records/annotations-group.js";
import { apiToken } from "../resources/records/api-token.js";
import { cloudCredentials } from "../resources/records/cloud-credentials.js";
import { containerRegistry } from "../resources/records/container-registry.js";
import { customDomain } from "../resources/records/custom-domain.js";
import { customRole } from "../resources/records/custom-role.js";
import { deploymentRestriction } from "../resources/records/deployment-restriction.js";
import { deploymentStage } from "../resources/records/deployment-stage.js";
import { gitToken } from "../resources/records/git-token.js";
import { helmRepository } from "../resources/records/helm-repository.js";
import { invitation } from "../resources/records/invitation.js";
import { labelsGroup } from "../resources/records/labels-group.js";
import { member } from "../resources/records/member.js";
import { project } from "../resources/records/project.js";
import { variable } from "../resources/records/variable.js";

export const recordKinds: readonly AnyRecordKind[] = [
  annotationsGroup,
  apiToken,
  cloudCredentials,
  containerRegistry,
  customDomain,
  customRole,
  deploymentRestriction,
  deploymentStage,
  gitToken,
  helmRepository,
  invitation,
  labelsGroup,
  member,
  project,
  variable,
].flat();
