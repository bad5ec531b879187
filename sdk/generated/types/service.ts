// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { Application } from "../resources/application.js";
import type { Container } from "../resources/container.js";
import type { Database } from "../resources/database.js";
import type { Job } from "../resources/job.js";
import type { TerraformService } from "../resources/terraformService.js";
import type * as enums from "./enums.js";

/** A service to deploy: a resource, or a resource with the version to deploy. */
export type ServiceArgs =
  | Application
  | { service: Application; gitCommitId?: pulumi.Input<string> | undefined; imageTag?: undefined; action?: undefined }
  | Container
  | { service: Container; imageTag?: pulumi.Input<string> | undefined; gitCommitId?: undefined; action?: undefined }
  | Job
  | {
      service: Job;
      imageTag?: pulumi.Input<string> | undefined;
      gitCommitId?: pulumi.Input<string> | undefined;
      action?: undefined;
    }
  | Database
  | { service: Database; gitCommitId?: undefined; imageTag?: undefined; action?: undefined }
  | TerraformService
  | {
      service: TerraformService;
      gitCommitId?: pulumi.Input<string> | undefined;
      action?: pulumi.Input<enums.TerraformDeploymentAction> | undefined;
      imageTag?: undefined;
    };

/** A service that a deployment selects, as the state has it. */
export interface ServiceSelection {
  kind: string;
  id: string;
  [version: string]: string | undefined;
}
