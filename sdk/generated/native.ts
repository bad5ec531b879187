// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../programArguments.js";
import * as dynamic from "./resources/index.js";

export type {
  AnnotationsGroupArgs,
  AnnotationsGroupState,
  ApiObjectArgs,
  ApiObjectState,
  ApiTokenArgs,
  ApiTokenState,
  ApplicationArgs,
  ApplicationCloneArgs,
  ApplicationState,
  ArgoCdConfigArgs,
  ArgoCdConfigState,
  ArgoCdDestinationClusterArgs,
  ArgoCdDestinationClusterState,
  CloudCredentialsArgs,
  CloudCredentialsState,
  ClusterArgs,
  ClusterState,
  ContainerArgs,
  ContainerCloneArgs,
  ContainerRegistryArgs,
  ContainerRegistryState,
  ContainerState,
  CustomDomainArgs,
  CustomDomainState,
  CustomRoleArgs,
  CustomRoleState,
  DatabaseArgs,
  DatabaseCloneArgs,
  DatabaseState,
  DeploymentStageArgs,
  DeploymentStageState,
  DeploymentTriggerArgs,
  DeploymentTriggerState,
  EnvironmentArgs,
  EnvironmentCloneArgs,
  EnvironmentState,
  GitTokenArgs,
  GitTokenState,
  HelmRepositoryArgs,
  HelmRepositoryState,
  HelmServiceArgs,
  HelmServiceCloneArgs,
  HelmServiceState,
  JobArgs,
  JobCloneArgs,
  JobState,
  LabelsGroupArgs,
  LabelsGroupState,
  OrganizationMemberArgs,
  OrganizationMemberState,
  ProjectArgs,
  ProjectState,
  StoppedEnvironmentArgs,
  StoppedEnvironmentState,
  TerraformServiceArgs,
  TerraformServiceCloneArgs,
  TerraformServiceState,
  VariableArgs,
  VariableState,
} from "./resources/index.js";

/**
 * An application that the platform builds from a git repository and runs.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Application } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const shop = new Application("shop", {
 *   environmentId,
 *   gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
 *   dockerfilePath: "Dockerfile",
 *   healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
 *   ports: [{ internalPort: 8080, publiclyAccessible: true }],
 * });
 * ```
 */
export class Application extends dynamic.Application {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ApplicationState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Application {
    return new Application(name, state as dynamic.ApplicationArgs, {
      ...options,
      id: idToRead("Application", name, id),
    });
  }
}

/**
 * A container that the platform runs from an image in a registry.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const registryId = config.require("registryId");
 *
 * const web = new Container("web", {
 *   environmentId,
 *   registryId,
 *   imageName: "library/nginx",
 *   tag: "1.27",
 *   healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
 *   ports: [{ internalPort: 80, publiclyAccessible: true }],
 * });
 * ```
 */
export class Container extends dynamic.Container {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ContainerState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Container {
    return new Container(name, state as dynamic.ContainerArgs, { ...options, id: idToRead("Container", name, id) });
  }
}

/**
 * A job that runs to completion, on a schedule or when the environment starts, stops or is deleted.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Job } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const registryId = config.require("registryId");
 *
 * const nightly = new Job("nightly", {
 *   environmentId,
 *   source: { image: { registryId, imageName: "curlimages/curl", tag: "8.12.1" } },
 *   schedule: { cronjob: { scheduledAt: "0 4 * * *", timezone: "Europe/Paris", arguments: ["--fail", "https://example.com"] } },
 * });
 * ```
 */
export class Job extends dynamic.Job {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.JobState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Job {
    return new Job(name, state as dynamic.JobArgs, { ...options, id: idToRead("Job", name, id) });
  }
}

/**
 * A database, run as a container or managed by the cloud provider.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Database } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
 * export const host = db.host;
 * ```
 */
export class Database extends dynamic.Database {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.DatabaseState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Database {
    return new Database(name, state as dynamic.DatabaseArgs, { ...options, id: idToRead("Database", name, id) });
  }
}

/**
 * A service that runs Terraform or OpenTofu files from a git repository.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { TerraformService } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const gitTokenId = config.require("gitTokenId");
 *
 * const network = new TerraformService("network", {
 *   environmentId,
 *   description: "Buckets and queues",
 *   autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
 *   terraformFilesSource: { gitRepository: { url: "https://github.com/acme/infra.git", branch: "main", rootPath: "/network", gitTokenId } },
 *   terraformVariablesSource: { tfVarFilePaths: [], tfVars: [{ key: "password", value: config.requireSecret("password"), secret: true }] },
 *   backend: { kubernetes: {} },
 *   engine: "OPEN_TOFU",
 *   providerVersion: { explicitVersion: "1.9.0" },
 *   jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
 * });
 * ```
 */
export class TerraformService extends dynamic.TerraformService {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.TerraformServiceState = {},
    options: pulumi.CustomResourceOptions = {},
  ): TerraformService {
    return new TerraformService(name, state as dynamic.TerraformServiceArgs, {
      ...options,
      id: idToRead("TerraformService", name, id),
    });
  }
}

/**
 * A Helm chart that the platform installs in an environment.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { HelmService } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 * const helmRepositoryId = config.require("helmRepositoryId");
 *
 * const grafana = new HelmService("grafana", {
 *   environmentId,
 *   source: { helmRepository: { repositoryId: helmRepositoryId, chartName: "grafana", chartVersion: "9.4.5" } },
 *   values: { replicas: 2, persistence: { enabled: true, size: "8Gi" } },
 *   ports: [{ internalPort: 80, serviceName: "grafana" }],
 * });
 * ```
 */
export class HelmService extends dynamic.HelmService {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.HelmServiceState = {},
    options: pulumi.CustomResourceOptions = {},
  ): HelmService {
    return new HelmService(name, state as dynamic.HelmServiceArgs, {
      ...options,
      id: idToRead("HelmService", name, id),
    });
  }
}

/**
 * Deploys services of an environment. The first `pulumi up` deploys all services that you list. Later ones deploy those whose arguments changed since their last deployment and, with the full API, those that are out of date or failed. If a value in `triggers` changes, all of them are deployed again. A trigger whose `adoptId` is the ID of its environment begins without a deployment. Destroying the trigger doesn't delete the services.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, Database, DeploymentTrigger } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const web = Container.get("web", config.require("webId"));
 * const db = Database.get("db", config.require("dbId"), { environmentId });
 * new DeploymentTrigger("release", { environmentId, services: [db, web] });
 * ```
 */
export class DeploymentTrigger extends dynamic.DeploymentTrigger {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.DeploymentTriggerState = {},
    options: pulumi.CustomResourceOptions = {},
  ): DeploymentTrigger {
    return new DeploymentTrigger(name, state as dynamic.DeploymentTriggerArgs, {
      ...options,
      id: idToRead("DeploymentTrigger", name, id),
    });
  }
}

/**
 * The Argo CD settings of a cluster: URL and token. Changing them requires the admin role.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ArgoCdConfig } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const clusterId = config.require("clusterId");
 *
 * new ArgoCdConfig("gitops", {
 *   clusterId,
 *   argocdUrl: "https://argocd.example.com",
 *   argocdToken: config.requireSecret("argocdToken"),
 * });
 * ```
 */
export class ArgoCdConfig extends dynamic.ArgoCdConfig {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ArgoCdConfigState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ArgoCdConfig {
    return new ArgoCdConfig(name, state as dynamic.ArgoCdConfigArgs, {
      ...options,
      id: idToRead("ArgoCdConfig", name, id),
    });
  }
}

/**
 * A cluster: an existing one if you set its `clusterId`, and otherwise a new one (full API only). The first `pulumi up` adopts and updates an existing cluster, and destroying it changes nothing. With the full API, the first update keeps the settings that you omit. With the basic API, which can't read them, the preview lists the settings that return to their defaults, and fails unless `acceptDefaults` is true. A new cluster runs nothing until it is deployed (`deploy`). Destroying it deletes it at the cloud provider, once it has no environments. If a run was killed before the state had it, `app-platform:onExisting: adopt` finds it by its name.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Cluster } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 *
 * new Cluster("main", {
 *   organizationId,
 *   clusterId,
 *   name: "main",
 *   region: "eu-west-3",
 *   cloudProvider: "AWS",
 *   maxRunningNodes: 5,
 *   acceptDefaults: true,
 * });
 * ```
 */
export class Cluster extends dynamic.Cluster {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ClusterState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Cluster {
    return new Cluster(name, state as dynamic.ClusterArgs, { ...options, id: idToRead("Cluster", name, id) });
  }
}

/**
 * A group of annotations. The platform adds them to the Kubernetes objects of the services that refer to the group. You can't delete a group while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { AnnotationsGroup } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const contact = new AnnotationsGroup("contact", {
 *   organizationId,
 *   annotations: [{ key: "example.com/contact", value: "team-shop" }],
 *   scopes: ["DEPLOYMENTS", "PODS"],
 * });
 * export const annotationsGroupId = contact.id;
 * ```
 */
export class AnnotationsGroup extends dynamic.AnnotationsGroup {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.AnnotationsGroupState = {},
    options: pulumi.CustomResourceOptions = {},
  ): AnnotationsGroup {
    return new AnnotationsGroup(name, state as dynamic.AnnotationsGroupArgs, {
      ...options,
      id: idToRead("AnnotationsGroup", name, id),
    });
  }
}

/**
 * A token with which a machine sends requests to the platform. Only the response to the create contains it, so an imported or adopted resource has no `token`. Any change makes a new token. If `name` is changed, too, the old token works until the new one exists and everything that uses it is updated. Otherwise, the old one is deleted first, since names are unique. If the response to a create is lost, the next `pulumi up` deletes that token and makes another one.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ApiToken } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const roleId = config.require("roleId");
 *
 * const ci = new ApiToken("ci", { organizationId, name: "ci 1", roleId, description: "Deploys from CI" });
 * export const token = ci.token;
 * ```
 */
export class ApiToken extends dynamic.ApiToken {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ApiTokenState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ApiToken {
    return new ApiToken(name, state as dynamic.ApiTokenArgs, { ...options, id: idToRead("ApiToken", name, id) });
  }
}

/**
 * Which cluster of the platform a destination of Argo CD is. The cluster on which Argo CD runs needs an `ArgoCdConfig`. If the destination is already that cluster, the resource manages it from now on. If it's another one, the create fails, unless `app-platform:onExisting` is `adopt`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ArgoCdConfig, ArgoCdDestinationCluster } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 *
 * const argoCd = new ArgoCdConfig("gitops", {
 *   clusterId: config.require("agentClusterId"),
 *   argocdUrl: "https://argocd.example.com",
 *   argocdToken: config.requireSecret("argocdToken"),
 * });
 * new ArgoCdDestinationCluster("production", {
 *   organizationId,
 *   agentClusterId: argoCd.clusterId,
 *   argocdClusterUrl: "https://production.example.com:6443",
 *   clusterId,
 * });
 * ```
 */
export class ArgoCdDestinationCluster extends dynamic.ArgoCdDestinationCluster {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ArgoCdDestinationClusterState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ArgoCdDestinationCluster {
    return new ArgoCdDestinationCluster(name, state as dynamic.ArgoCdDestinationClusterArgs, {
      ...options,
      id: idToRead("ArgoCdDestinationCluster", name, id),
    });
  }
}

/**
 * Credentials with which the platform creates clusters at a cloud provider. Credentials for another cloud are another resource. You can't delete credentials that a cluster uses.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { CloudCredentials } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const aws = new CloudCredentials("aws", {
 *   organizationId,
 *   aws: { accessKeyId: config.require("accessKeyId"), secretAccessKey: config.requireSecret("secretAccessKey") },
 * });
 * export const credentialsId = aws.id;
 * ```
 */
export class CloudCredentials extends dynamic.CloudCredentials {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.CloudCredentialsState = {},
    options: pulumi.CustomResourceOptions = {},
  ): CloudCredentials {
    return new CloudCredentials(name, state as dynamic.CloudCredentialsArgs, {
      ...options,
      id: idToRead("CloudCredentials", name, id),
    });
  }
}

/**
 * A container registry, with its credentials. Services refer to it by `registryId`. You can't delete a registry while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ContainerRegistry } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const images = new ContainerRegistry("images", {
 *   organizationId,
 *   kind: "GITHUB_CR",
 *   config: { username: "acme", password: config.requireSecret("password") },
 * });
 * export const registryId = images.id;
 * ```
 */
export class ContainerRegistry extends dynamic.ContainerRegistry {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ContainerRegistryState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ContainerRegistry {
    return new ContainerRegistry(name, state as dynamic.ContainerRegistryArgs, {
      ...options,
      id: idToRead("ContainerRegistry", name, id),
    });
  }
}

/**
 * Your own domain for an application or a container. It works once the domain has a CNAME record with the name in `validationDomain`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, CustomDomain } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 *
 * const web = Container.get("web", config.require("webId"));
 * const shop = new CustomDomain("shop", { on: web, domain: "shop.example.com", generateCertificate: true });
 * export const cname = shop.validationDomain;
 * ```
 */
export class CustomDomain extends dynamic.CustomDomain {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.CustomDomainState = {},
    options: pulumi.CustomResourceOptions = {},
  ): CustomDomain {
    return new CustomDomain(name, state as dynamic.CustomDomainArgs, {
      ...options,
      id: idToRead("CustomDomain", name, id),
    });
  }
}

/**
 * A role that you define for an organization: what its members, invitations and API tokens may do. Clusters and projects that you don't list stay as they are: at first, the role may see each cluster and has no access to any project. To take a permission back, set it to VIEWER or NO_ACCESS: if you only remove it from the program, it stays. You can't delete a role that a member, an invitation or a token has.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { CustomRole } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const clusterId = config.require("clusterId");
 * const projectId = config.require("projectId");
 *
 * const deployer = new CustomRole("deployer", {
 *   organizationId,
 *   clusterPermissions: [{ clusterId, permission: "ENV_CREATOR" }],
 *   projectPermissions: [
 *     {
 *       projectId,
 *       permissions: [
 *         { environmentType: "STAGING", permission: "DEPLOYER" },
 *         { environmentType: "PRODUCTION", permission: "VIEWER" },
 *       ],
 *     },
 *   ],
 * });
 * export const deployerRoleId = deployer.id;
 * ```
 */
export class CustomRole extends dynamic.CustomRole {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.CustomRoleState = {},
    options: pulumi.CustomResourceOptions = {},
  ): CustomRole {
    return new CustomRole(name, state as dynamic.CustomRoleArgs, { ...options, id: idToRead("CustomRole", name, id) });
  }
}

/**
 * A step in an environment's deployment order. Stages are deployed one after the other, and the services of a stage in parallel. Each service is in exactly one stage. When you delete a stage, its services return to the environment's default stage.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, Database, DeploymentStage } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const environmentId = config.require("environmentId");
 *
 * const db = Database.get("db", config.require("dbId"), { environmentId });
 * const web = Container.get("web", config.require("webId"));
 * const data = new DeploymentStage("data", { environmentId, services: [db] });
 * new DeploymentStage("services", { environmentId, after: data, services: [web] });
 * ```
 */
export class DeploymentStage extends dynamic.DeploymentStage {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.DeploymentStageState = {},
    options: pulumi.CustomResourceOptions = {},
  ): DeploymentStage {
    return new DeploymentStage(name, state as dynamic.DeploymentStageArgs, {
      ...options,
      id: idToRead("DeploymentStage", name, id),
    });
  }
}

/**
 * An environment of a project, which contains services. Deleting an environment deletes everything in it, and waits until it's gone. The delete is refused if the environment contains something that this stack doesn't manage, unless `app-platform:onDelete` is `everything`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Environment } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const projectId = config.require("projectId");
 *
 * const staging = new Environment("staging", { projectId, mode: "STAGING" });
 * export const environmentId = staging.id;
 * ```
 */
export class Environment extends dynamic.Environment {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.EnvironmentState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Environment {
    return new Environment(name, state as dynamic.EnvironmentArgs, {
      ...options,
      id: idToRead("Environment", name, id),
    });
  }
}

/**
 * A token that gives the platform access to private git repositories. Services refer to it by `gitTokenId`. You can't delete a token while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { GitToken } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const github = new GitToken("github", {
 *   organizationId,
 *   type: "GITHUB",
 *   token: config.requireSecret("token"),
 * });
 * export const gitTokenId = github.id;
 * ```
 */
export class GitToken extends dynamic.GitToken {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.GitTokenState = {},
    options: pulumi.CustomResourceOptions = {},
  ): GitToken {
    return new GitToken(name, state as dynamic.GitTokenArgs, { ...options, id: idToRead("GitToken", name, id) });
  }
}

/**
 * A repository of Helm charts, with its credentials. You can't delete a repository while services use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { HelmRepository } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const charts = new HelmRepository("charts", {
 *   organizationId,
 *   kind: "HTTPS",
 *   url: "https://charts.example.com",
 *   config: { username: "acme", password: config.requireSecret("password") },
 *   skipTlsVerification: false,
 * });
 * export const helmRepositoryId = charts.id;
 * ```
 */
export class HelmRepository extends dynamic.HelmRepository {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.HelmRepositoryState = {},
    options: pulumi.CustomResourceOptions = {},
  ): HelmRepository {
    return new HelmRepository(name, state as dynamic.HelmRepositoryArgs, {
      ...options,
      id: idToRead("HelmRepository", name, id),
    });
  }
}

/**
 * A group of labels. The platform adds them to the Kubernetes objects of the services and clusters that refer to the group. You can't delete a group while services or clusters use it.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { LabelsGroup } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const costs = new LabelsGroup("costs", {
 *   organizationId,
 *   labels: [{ key: "cost-center", value: "42", propagateToCloudProvider: true }],
 * });
 * export const labelsGroupId = costs.id;
 * ```
 */
export class LabelsGroup extends dynamic.LabelsGroup {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.LabelsGroupState = {},
    options: pulumi.CustomResourceOptions = {},
  ): LabelsGroup {
    return new LabelsGroup(name, state as dynamic.LabelsGroupArgs, {
      ...options,
      id: idToRead("LabelsGroup", name, id),
    });
  }
}

/**
 * Somebody who belongs to an organization, by their email address. Creating it sends an invitation. Once that is accepted, the same resource is the member: `invitationStatus` changes, and your program has nothing to change. Another role changes a member at once, and replaces an invitation by a new one with another link. If an invitation has expired, the next `pulumi up` after a refresh sends a new one. Destroying it cancels the invitation, or removes the member. The owner of the organization can't be changed or removed.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { OrganizationMember } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 * const roleId = config.require("roleId");
 *
 * const dev = new OrganizationMember("dev", { organizationId, email: "dev@example.com", roleId });
 * export const invitationLink = dev.invitationLink;
 * ```
 */
export class OrganizationMember extends dynamic.OrganizationMember {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.OrganizationMemberState = {},
    options: pulumi.CustomResourceOptions = {},
  ): OrganizationMember {
    return new OrganizationMember(name, state as dynamic.OrganizationMemberArgs, {
      ...options,
      id: idToRead("OrganizationMember", name, id),
    });
  }
}

/**
 * A project of an organization, which contains environments. You can't delete a project that still has environments.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Project } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * new Project("shop", { organizationId, description: "Everything of the shop" });
 * ```
 */
export class Project extends dynamic.Project {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ProjectState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Project {
    return new Project(name, state as dynamic.ProjectArgs, { ...options, id: idToRead("Project", name, id) });
  }
}

/**
 * An environment whose services are stopped on purpose, for example at night. Its creation stops them, and waits until they're stopped. If somebody starts one, `pulumi refresh` removes the resource from the state, and the next `pulumi up` stops the service again. Destroying it starts nothing. A program that also declares a DeploymentTrigger of the environment fails at preview.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { StoppedEnvironment } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 *
 * new StoppedEnvironment("night", { environmentId: config.require("stagingId") });
 * ```
 */
export class StoppedEnvironment extends dynamic.StoppedEnvironment {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.StoppedEnvironmentState = {},
    options: pulumi.CustomResourceOptions = {},
  ): StoppedEnvironment {
    return new StoppedEnvironment(name, state as dynamic.StoppedEnvironmentArgs, {
      ...options,
      id: idToRead("StoppedEnvironment", name, id),
    });
  }
}

/**
 * An environment variable or a file of a service, or of all services of an environment or a project. Services see a change after their next deployment.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, Variable } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 *
 * const api = Container.get("api", config.require("apiId"));
 * new Variable("log-level", { on: api, key: "LOG_LEVEL", value: "info" });
 * new Variable("token", { on: api, key: "PAYMENT_TOKEN", value: config.requireSecret("paymentToken") });
 * ```
 */
export class Variable extends dynamic.Variable {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.VariableState = {},
    options: pulumi.CustomResourceOptions = {},
  ): Variable {
    return new Variable(name, state as dynamic.VariableArgs, { ...options, id: idToRead("Variable", name, id) });
  }
}

/**
 * Any other object of the platform's API, such as a webhook or an alert rule, at the paths that you set. New objects at paths of the provider's other resources are refused.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ApiObject } from "pulumi-app-platform/native";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const hook = new ApiObject("hook", {
 *   path: "/organization/{organizationId}/webhook",
 *   parameters: { organizationId },
 *   body: { kind: "SLACK", target_url: "https://hooks.example.com/deployments", events: ["DEPLOYED"] },
 *   secretBody: { target_secret: config.requireSecret("targetSecret") },
 *   nameMember: "target_url",
 * });
 * export const hookId = hook.id;
 * ```
 */
export class ApiObject extends dynamic.ApiObject {
  /** @internal */
  protected static override readonly isNative: boolean = true;

  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: dynamic.ApiObjectState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ApiObject {
    return new ApiObject(name, state as dynamic.ApiObjectArgs, { ...options, id: idToRead("ApiObject", name, id) });
  }
}
