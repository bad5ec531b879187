// Generated from the files in test/kinds by `npm run generate`. Do not edit.

import { annotationsGroup } from "../annotationsGroup.js";
import { apiToken } from "../apiToken.js";
import { application } from "../application.js";
import { argoCdConfig } from "../argoCdConfig.js";
import { argoCdDestinationCluster } from "../argoCdDestinationCluster.js";
import { cloudCredentials } from "../cloudCredentials.js";
import { cluster } from "../cluster.js";
import { container } from "../container.js";
import { containerRegistry } from "../containerRegistry.js";
import { customDomain } from "../customDomain.js";
import { customRole } from "../customRole.js";
import { database } from "../database.js";
import { deploymentStage } from "../deploymentStage.js";
import { deploymentTrigger } from "../deploymentTrigger.js";
import { environment } from "../environment.js";
import { gitToken } from "../gitToken.js";
import { helmRepository } from "../helmRepository.js";
import { helmService } from "../helmService.js";
import { job } from "../job.js";
import { labelsGroup } from "../labelsGroup.js";
import { organizationMember } from "../organizationMember.js";
import { project } from "../project.js";
import { stoppedEnvironment } from "../stoppedEnvironment.js";
import { terraformService } from "../terraformService.js";
import { variable } from "../variable.js";

/** The test records of all kinds. */
export const records = {
  Application: application,
  Container: container,
  Job: job,
  Database: database,
  TerraformService: terraformService,
  HelmService: helmService,
  DeploymentTrigger: deploymentTrigger,
  ArgoCdConfig: argoCdConfig,
  Cluster: cluster,
  AnnotationsGroup: annotationsGroup,
  ApiToken: apiToken,
  ArgoCdDestinationCluster: argoCdDestinationCluster,
  CloudCredentials: cloudCredentials,
  ContainerRegistry: containerRegistry,
  CustomDomain: customDomain,
  CustomRole: customRole,
  DeploymentStage: deploymentStage,
  Environment: environment,
  GitToken: gitToken,
  HelmRepository: helmRepository,
  LabelsGroup: labelsGroup,
  OrganizationMember: organizationMember,
  Project: project,
  StoppedEnvironment: stoppedEnvironment,
  Variable: variable,
};
