/** The eight kinds, as the lifecycle matrix uses them: what a program gives, and what is changed in it. */
import type { CustomResourceOptions } from "@pulumi/pulumi";
import {
  Application,
  ArgoCdConfig,
  Cluster,
  Container,
  Database,
  DeploymentTrigger,
  Job,
  TerraformService,
} from "pulumi-app-platform";
import type { SeededIds } from "../platform.js";
import { otherCluster } from "./console.js";
import type { KindName } from "./kind-names.js";

export type Args = Readonly<Record<string, unknown>>;

export interface Kind {
  make(name: string, args: Args, options: CustomResourceOptions): void;
  args(ids: SeededIds): Args;
  /** The argument that the steps edit, with what it is before, and its name on the wire. */
  readonly edited: { readonly arg: string; readonly wire: string };
  /** What the update step changes, one run of the CLI each. */
  edits(ids: SeededIds): readonly Args[];
  /** What the replace step changes, one run of the CLI each. */
  replacements(ids: SeededIds): readonly Args[];
}

/** What a program gives before it is edited. */
export const written = "written by the program";
const edited = "edited by the program";

const described = { arg: "description", wire: "description" } as const;
const describe = () => [{ description: edited }];
const elsewhere = (ids: SeededIds) => [{ environmentId: ids.otherEnvironment }];

/** A container that is deployed by id, made by hand in each environment. */
export const deployed = { environment: "", otherEnvironment: "" };

export const kinds: Readonly<Record<KindName, Kind>> = {
  Application: {
    make: (name, args, options) => new Application(name, args as never, options),
    args: (ids) => ({
      environmentId: ids.environment,
      name: "shop",
      description: written,
      gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
      dockerfilePath: "Dockerfile",
      healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
      ports: [{ internalPort: 8080, publiclyAccessible: true }],
      storage: [{ type: "FAST_SSD", size: 10, mountPoint: "/data" }],
    }),
    edited: described,
    edits: describe,
    replacements: elsewhere,
  },
  Container: {
    make: (name, args, options) => new Container(name, args as never, options),
    args: (ids) => ({
      environmentId: ids.environment,
      name: "web",
      description: written,
      registryId: ids.registries.DOCKER_HUB,
      imageName: "library/nginx",
      tag: "1.27",
      healthchecks: {},
      ports: [{ internalPort: 80, publiclyAccessible: false }],
    }),
    edited: described,
    edits: () => [{ description: edited }, { tag: "1.28" }],
    replacements: elsewhere,
  },
  Job: {
    make: (name, args, options) => new Job(name, args as never, options),
    args: (ids) => ({
      environmentId: ids.environment,
      name: "nightly",
      description: written,
      healthchecks: {},
      source: { image: { registryId: ids.registries.GENERIC_CR, imageName: "acme/report", tag: "2.4.0" } },
      schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
    }),
    edited: described,
    edits: describe,
    replacements: elsewhere,
  },
  Database: {
    make: (name, args, options) => new Database(name, args as never, options),
    args: (ids) => ({
      environmentId: ids.environment,
      name: "orders",
      description: written,
      type: "POSTGRESQL",
      version: "16",
      mode: "CONTAINER",
    }),
    edited: described,
    edits: describe,
    replacements: (ids) => [{ type: "MYSQL", version: "8.4" }, { environmentId: ids.otherEnvironment }],
  },
  TerraformService: {
    make: (name, args, options) => new TerraformService(name, args as never, options),
    args: (ids) => ({
      environmentId: ids.environment,
      name: "network",
      description: written,
      autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
      terraformFilesSource: {
        gitRepository: {
          url: "https://github.com/acme/infra.git",
          branch: "main",
          rootPath: "/network",
          gitTokenId: ids.gitToken,
        },
      },
      terraformVariablesSource: { tfVarFilePaths: [], tfVars: [{ key: "size", value: "3", secret: false }] },
      backend: { kubernetes: {} },
      engine: "OPEN_TOFU",
      providerVersion: { explicitVersion: "1.9.0" },
      jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
    }),
    edited: described,
    edits: describe,
    replacements: elsewhere,
  },
  Cluster: {
    make: (name, args, options) => new Cluster(name, args as never, options),
    args: (ids) => ({
      organizationId: ids.organization,
      clusterId: ids.cluster,
      name: "main",
      region: "eu-west-3",
      cloudProvider: "AWS",
      description: written,
    }),
    edited: described,
    edits: () => [{ description: edited }, { region: "eu-west-1" }],
    replacements: () => [{ clusterId: otherCluster.id, name: otherCluster.name }],
  },
  ArgoCdConfig: {
    make: (name, args, options) => new ArgoCdConfig(name, args as never, options),
    args: (ids) => ({
      clusterId: ids.cluster,
      argocdUrl: "https://argocd.example.com/written",
      argocdToken: "gitops token",
    }),
    edited: { arg: "argocdUrl", wire: "argocd_url" },
    edits: () => [{ argocdUrl: "https://argocd.example.com/edited" }],
    replacements: () => [{ clusterId: otherCluster.id }],
  },
  DeploymentTrigger: {
    make: (name, args, options) => new DeploymentTrigger(name, args as never, options),
    args: (ids) => ({
      environmentId: ids.environment,
      containers: [{ id: deployed.environment, imageTag: "1.0" }],
    }),
    edited: { arg: "containers", wire: "tag" },
    edits: () => [{ containers: [{ id: deployed.environment, imageTag: "1.1" }] }],
    replacements: (ids) => [
      {
        environmentId: ids.otherEnvironment,
        containers: [{ id: deployed.otherEnvironment, imageTag: "1.1" }],
      },
    ],
  },
};
