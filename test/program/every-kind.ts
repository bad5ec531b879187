/** One program with all eight kinds. */
import {
  Application,
  ArgoCdConfig,
  Cluster,
  Container,
  Database,
  DeploymentTrigger,
  type DeploymentTriggerArgs,
  Job,
  TerraformService,
} from "pulumi-app-platform";
import { commit, type EveryField } from "./every-field.js";

/** Everything but the deployment. */
export function makeEveryKind(args: EveryField) {
  return {
    application: new Application("application", args.application),
    container: new Container("container", args.container),
    cronJob: new Job("cron-job", args.cronJob),
    lifecycleJob: new Job("lifecycle-job", args.lifecycleJob),
    containerDatabase: new Database("container-database", args.containerDatabase),
    managedDatabase: new Database("managed-database", args.managedDatabase),
    terraformService: new TerraformService("terraform-service", args.terraformService),
    cluster: new Cluster("cluster", args.cluster),
    argoCdConfig: new ArgoCdConfig("argo-cd-config", args.argoCdConfig),
  };
}

export type EveryKind = ReturnType<typeof makeEveryKind>;

/** Deploys all of them, some as resources and some by id. */
export function deployEveryKind(made: EveryKind, environmentId: string, wish: Partial<DeploymentTriggerArgs> = {}) {
  return new DeploymentTrigger("release", {
    environmentId,
    services: [
      { service: made.application, gitCommitId: commit },
      made.container,
      { service: made.lifecycleJob, gitCommitId: commit },
      made.containerDatabase,
    ],
    databases: [made.managedDatabase.id],
    jobs: [{ id: made.cronJob.id, imageTag: "2.4.0" }],
    terraforms: [{ id: made.terraformService.id, gitCommitId: commit, action: "PLAN" }],
    triggers: ["first", { release: 1 }],
    timeoutSeconds: 30,
    cancelOnDestroy: true,
    forceCancel: true,
    ...wish,
  });
}

/** Number of resources in such a program, the stack itself among them. */
export const resourceCount = 11;

/** A clone of every kind that the document lets clone: into the same environment, under another name. */
export function cloneKinds(
  { container, cronJob, containerDatabase, terraformService }: EveryKind,
  environmentId: string,
) {
  return {
    container: new Container("container-clone", { environmentId, cloneFrom: container }),
    job: new Job("job-clone", { environmentId, cloneFrom: cronJob, description: "a clone, edited" }),
    database: new Database("database-clone", { environmentId, cloneFrom: containerDatabase.id, storage: 40 }),
    terraformService: new TerraformService("terraform-clone", { environmentId, cloneFrom: terraformService }),
  };
}

export const cloneCount = 4;
