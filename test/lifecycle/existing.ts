/** Services that people made by hand, with every field set, and programs that manage a few of those fields. */
import { bodies, type KindName as Wire } from "../backend/bodies.js";
import type { Platform, SeededIds } from "../platform.js";
import type { Args } from "./kinds.js";

export const services = ["Application", "Container", "Job", "Database", "TerraformService"] as const;
export type Service = (typeof services)[number];

/** How paths and snapshots call each kind. */
export const wireKind: Readonly<Record<Service, Wire>> = {
  Application: "application",
  Container: "container",
  Job: "job",
  Database: "database",
  TerraformService: "terraform",
};

export type Existing = Readonly<Record<Service, string>>;

/** One of each kind, made by hand with all members set; their ids. */
export async function makeExisting({ request, ids }: Platform): Promise<Existing> {
  const made = await Promise.all(
    services.map(async (kind) => {
      const { path, full } = bodies[wireKind[kind]];
      const { body } = await request("POST", `/environment/${ids.environment}/${path}`, { body: full(ids) });
      return [kind, body.id] as const;
    }),
  );
  return Object.fromEntries(made) as Record<Service, string>;
}

/** What a program must give for each of them, with the values that they have. */
export function requiredArgs(ids: SeededIds): Readonly<Record<Service, Args>> {
  const environmentId = ids.environment;
  const gitRepository = {
    url: "https://github.com/acme/shop.git",
    provider: "GITHUB",
    branch: "production",
    rootPath: "/services/shop",
    gitTokenId: ids.gitToken,
  };
  return {
    Application: { environmentId, name: "shop", gitRepository, dockerfilePath: "Dockerfile", healthchecks: {} },
    Container: {
      environmentId,
      name: "web",
      registryId: ids.registries.DOCKER_HUB,
      imageName: "library/nginx",
      tag: "1.27",
      healthchecks: {},
    },
    Job: {
      environmentId,
      name: "migrate",
      healthchecks: {},
      source: { docker: { gitRepository, dockerfilePath: "Dockerfile" } },
      schedule: { onStart: { entrypoint: "/migrate" } },
    },
    Database: { environmentId, name: "orders", type: "MYSQL", version: "8.4", mode: "CONTAINER" },
    TerraformService: {
      environmentId,
      name: "network",
      description: "The network",
      autoDeployConfig: { autoDeploy: true, terraformAction: "DEFAULT" },
      terraformFilesSource: {
        gitRepository: {
          url: "https://bitbucket.org/acme/network.git",
          branch: "stable",
          rootPath: "/infra",
          gitTokenId: ids.gitToken,
        },
      },
      terraformVariablesSource: {
        tfVarFilePaths: ["prod.tfvars"],
        tfVars: [
          { key: "region", value: "eu-west-3", secret: false },
          { key: "password", value: "hunter2", secret: true },
        ],
      },
      backend: { kubernetes: {} },
      engine: "OPEN_TOFU",
      providerVersion: { explicitVersion: "1.9.0" },
      jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 10 },
    },
  };
}

/** What people set that no program gives, as the platform holds it: everything but the named members. */
export async function heldBy({ request }: Platform, id: string, ...except: string[]): Promise<Record<string, unknown>> {
  const { body } = await request("GET", "/_local/snapshot");
  // Times of inner objects change with every edit.
  const plain = JSON.parse(JSON.stringify(body, (key, value) => (key === "updated_at" ? undefined : value)));
  const rows = plain.tables.service as { id: string; body: { config: Record<string, unknown> } }[];
  const { config } = rows.find((row) => row.id === id)?.body ?? { config: {} };
  return Object.fromEntries(Object.entries(config).filter(([name]) => !except.includes(name)));
}
