/** The kinds as the simulation uses them: what a program gives, and, written by hand, what the platform must then hold. */
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import type { Values } from "../../../provider/schema/json.js";
import { ids } from "./backend.js";

export const kindNames = [
  "Application",
  "Container",
  "Job",
  "Database",
  "TerraformService",
  "Cluster",
  "ArgoCdConfig",
  "DeploymentTrigger",
] as const;
export type KindName = (typeof kindNames)[number];

/** What may differ between two declarations of one kind. */
export interface Content {
  /** Every edit gives another number. */
  readonly edition: number;
  /** Of an image. */
  readonly tag: number;
  /** Of a database. */
  readonly type: string;
}

export interface SimulatedKind {
  /** The kind on the platform, where it is a service. */
  readonly service?: string;
  args(content: Content): Values;
  wire(content: Content): Values;
  /** What a clone may say besides its place, where the kind can be edited. */
  readonly overrides?: { args(content: Content): Values; wire(content: Content): Values };
  readonly canEdit: readonly EndpointSet[];
  readonly canRead: readonly EndpointSet[];
  readonly canClone: readonly EndpointSet[];
  readonly canDelete: readonly EndpointSet[];
  /** Whether deployments name its tag. */
  readonly isTagged?: true;
}

const both: readonly EndpointSet[] = ["documented", "extended"];
const extended: readonly EndpointSet[] = ["extended"];
const healthchecks = { readinessProbe: { type: { http: { port: 8080 } } } };
const sized = {
  args: ({ edition }: Content): Values => ({ description: `edition ${edition}`, cpu: 100 + edition }),
  wire: ({ edition }: Content): Values => ({ description: `edition ${edition}`, cpu: 100 + edition }),
};
const portNumbers = ({ edition }: Content) => (edition % 2 === 0 ? [80] : [80, 8080]);
const workload = {
  args: (content: Content): Values => ({
    ...sized.args(content),
    healthchecks,
    ports: portNumbers(content).map((internalPort) => ({ internalPort, publiclyAccessible: false })),
    storage: [{ type: "FAST_SSD", size: 4, mountPoint: "/data" }],
  }),
  wire: (content: Content): Values => ({
    ...sized.wire(content),
    ports: portNumbers(content).map((internal_port) => ({ internal_port, publicly_accessible: false })),
    storage: [{ size: 4, mount_point: "/data" }],
  }),
};
const image = ({ tag }: Content) => ({
  imageName: "acme/shop",
  tag: `1.${tag}`,
  registryId: ids.registries.GENERIC_CR,
});

const variables = (edition: number) => ({
  tfVarFilePaths: [],
  tfVars: [{ key: "password", value: `secret ${edition}`, secret: true }],
});
const terraformWire = ({ edition }: Content): Values => ({
  description: `edition ${edition}`,
  timeout_sec: 600 + edition,
  terraform_variables_source: { tf_vars: [{ key: "password", value: `secret ${edition}` }] },
});

export const kinds: Readonly<Record<KindName, SimulatedKind>> = {
  Application: {
    service: "application",
    args: (content) => ({
      ...workload.args(content),
      gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", rootPath: "/" },
      dockerfilePath: "Dockerfile",
    }),
    wire: workload.wire,
    overrides: sized,
    canEdit: extended,
    canRead: both,
    canClone: extended,
    canDelete: extended,
  },
  Container: {
    service: "container",
    args: (content) => ({ ...workload.args(content), ...image(content) }),
    wire: workload.wire,
    overrides: sized,
    canEdit: extended,
    canRead: both,
    canClone: both,
    canDelete: extended,
    isTagged: true,
  },
  Job: {
    service: "job",
    args: (content) => ({
      ...sized.args(content),
      healthchecks: {},
      source: { image: image(content) },
      schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
    }),
    wire: (content) => ({ ...sized.wire(content), schedule: { cronjob: { scheduled_at: "0 4 * * *" } } }),
    overrides: sized,
    canEdit: both,
    canRead: both,
    canClone: both,
    canDelete: extended,
    isTagged: true,
  },
  Database: {
    service: "database",
    args: (content) => ({ ...sized.args(content), type: content.type, version: "16", mode: "CONTAINER" }),
    wire: (content) => ({ ...sized.wire(content), type: content.type, mode: "CONTAINER" }),
    overrides: sized,
    canEdit: both,
    canRead: both,
    canClone: both,
    canDelete: extended,
  },
  TerraformService: {
    service: "terraform",
    args: ({ edition }) => ({
      description: `edition ${edition}`,
      timeoutSec: 600 + edition,
      autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
      terraformFilesSource: { gitRepository: { url: "https://github.com/acme/infra.git", gitTokenId: ids.gitToken } },
      terraformVariablesSource: variables(edition),
      backend: { kubernetes: {} },
      engine: "OPEN_TOFU",
      providerVersion: { explicitVersion: "1.9.0" },
      jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
    }),
    wire: terraformWire,
    // The platform masks the secret of the source: who edits a clone has to give it.
    overrides: {
      args: ({ edition }) => ({
        description: `edition ${edition}`,
        timeoutSec: 600 + edition,
        terraformVariablesSource: variables(edition),
      }),
      wire: terraformWire,
    },
    canEdit: extended,
    canRead: extended,
    canClone: both,
    canDelete: extended,
  },
  Cluster: {
    args: ({ edition }) => ({
      organizationId: ids.organization,
      clusterId: ids.cluster,
      region: "eu-west-3",
      cloudProvider: "AWS",
      description: `edition ${edition}`,
      maxRunningNodes: 1 + edition,
    }),
    wire: ({ edition }) => ({ description: `edition ${edition}`, max_running_nodes: 1 + edition }),
    canEdit: both,
    canRead: extended,
    canClone: [],
    canDelete: [],
  },
  ArgoCdConfig: {
    args: ({ edition }) => ({
      clusterId: ids.cluster,
      argocdUrl: `https://argocd.example.com/${edition}`,
      argocdToken: `token ${edition}`,
    }),
    wire: ({ edition }) => ({
      argocd_url: `https://argocd.example.com/${edition}`,
      argocd_token: `token ${edition}`,
    }),
    canEdit: both,
    canRead: extended,
    canClone: [],
    canDelete: extended,
  },
  DeploymentTrigger: {
    args: ({ edition }) => ({ triggers: [edition] }),
    wire: () => ({}),
    canEdit: both,
    canRead: extended,
    canClone: [],
    canDelete: [],
  },
};

/** Whether the platform's values hold what is expected of them; it may have more. */
export function holds(have: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(have) &&
      have.length === expected.length &&
      expected.every((each, index) => holds(have[index], each))
    );
  }
  if (typeof expected !== "object" || expected === null) return have === expected;
  if (typeof have !== "object" || have === null) return false;
  return Object.entries(expected).every(([name, each]) => holds((have as Values)[name], each));
}
