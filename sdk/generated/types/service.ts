// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { Application } from "../resources/application.js";
import type { Container } from "../resources/container.js";
import type { Database } from "../resources/database.js";
import type { HelmService } from "../resources/helmService.js";
import type { Job } from "../resources/job.js";
import type { TerraformService } from "../resources/terraformService.js";
import type * as enums from "./enums.js";
import type { ServiceSelection } from "./serviceSelection.js";

/** A resource that a deployment can select. */
export type DeployableService = Application | Container | Job | Database | TerraformService | HelmService;

/** A service with the version to deploy. A version that its kind doesn't have is refused at preview. */
export interface VersionedServiceArgs {
  /** The service, as a resource or as its output `deployable`. */
  service: pulumi.Input<DeployableService | ServiceSelection>;
  /** Version to deploy: for Application, Job, TerraformService, HelmService. */
  gitCommitId?: pulumi.Input<string | undefined> | undefined;
  /** Version to deploy: for Container, Job. */
  imageTag?: pulumi.Input<string | undefined> | undefined;
  /** Version to deploy: for TerraformService. */
  action?: pulumi.Input<enums.TerraformDeploymentAction | undefined> | undefined;
  /** Version to deploy: for HelmService. */
  chartVersion?: pulumi.Input<string | undefined> | undefined;
  /** Version to deploy: for HelmService. */
  valuesOverrideGitCommitId?: pulumi.Input<string | undefined> | undefined;
}

/** A service to deploy: a resource, its output `deployable`, or either with the version to deploy. */
export type ServiceArgs = DeployableService | ServiceSelection | VersionedServiceArgs;
