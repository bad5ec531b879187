/** A shop's environment, as a person would have it: every kind of service, with a secret in each place for one. */
import type { Platform } from "../platform.js";

/** What must never reach the page. */
export const secrets = {
  variable: "tf-variable-3f9c",
  scaler: "scaler-secret-81aa",
  password: "db-password-77e2",
} as const;

const healthchecks = {};
const git_repository = { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", root_path: "/" };

export const shopCommit = "8f2b1c4e9d7a65f01b3c8e2d4a9f6b7c5d1e0f3a";

type Body = Record<string, unknown>;

function servicesOf({ ids }: Platform): readonly (readonly [path: string, body: Body])[] {
  return [
    ["database", { name: "shop-db", type: "POSTGRESQL", version: "16", mode: "CONTAINER", memory: 1024, storage: 20 }],
    [
      "application",
      {
        name: "shop",
        git_repository,
        healthchecks,
        dockerfile_path: "Dockerfile",
        ports: [{ internal_port: 8080, publicly_accessible: true }],
        min_running_instances: 2,
        max_running_instances: 4,
        autoscaling: {
          mode: "KEDA",
          scalers: [
            {
              scaler_type: "rabbitmq",
              role: "PRIMARY",
              config_json: { queue: "orders" },
              trigger_authentication: { name: "queue", config_yaml: `password: ${secrets.scaler}` },
            },
          ],
        },
      },
    ],
    [
      "container",
      {
        name: "shop-invoices",
        registry_id: ids.registries.DOCKER_HUB,
        image_name: "gotenberg/gotenberg",
        tag: "8.15",
        healthchecks,
        memory: 1024,
        arguments: ["--api-port=3000", `--database-url=postgres://shop:${secrets.password}@shop-db:5432/shop`],
      },
    ],
    [
      "job",
      {
        name: "shop-cleanup",
        healthchecks,
        source: { image: { registry_id: ids.registries.DOCKER_HUB, image_name: "library/postgres", tag: "16-alpine" } },
        schedule: { on_start: {} },
      },
    ],
    [
      "terraform",
      {
        name: "shop-network",
        description: "",
        auto_deploy_config: { auto_deploy: false, terraform_action: "DEFAULT" },
        terraform_files_source: { git_repository: { url: "https://github.com/acme/infra.git", branch: "main" } },
        terraform_variables_source: {
          tf_var_file_paths: [],
          tf_vars: [
            { key: "region", value: "eu-west-3" },
            { key: "password", value: secrets.variable, secret: true },
          ],
        },
        backend: { kubernetes: {} },
        engine: "TERRAFORM",
        provider_version: { explicit_version: "1.9" },
        job_resources: { cpu_milli: 500, ram_mib: 512, gpu: 0, storage_gib: 1 },
      },
    ],
  ];
}

/** The IDs of the services, by their names. */
export type Shop = Readonly<Record<"shop-db" | "shop" | "shop-invoices" | "shop-cleanup" | "shop-network", string>>;

async function created(platform: Platform, path: string, body: Body): Promise<string> {
  const response = await platform.request("POST", `/environment/${platform.ids.environment}/${path}`, {
    body,
    token: "editor",
  });
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body.id;
}

/** Creates the services one after the other, so that their requests have the same order each time. */
export async function createShop(platform: Platform): Promise<Shop> {
  const shop: Record<string, string> = {};
  for (const [path, body] of servicesOf(platform)) shop[String(body.name)] = await created(platform, path, body);
  return shop as unknown as Shop;
}

/** Deploys the shop, and returns the ID of the deployment. */
export async function deployShop(platform: Platform, shop: Shop): Promise<string> {
  const path = `/environment/${platform.ids.environment}/service/deploy`;
  const body = {
    applications: [{ application_id: shop.shop, git_commit_id: shopCommit }],
    containers: [{ id: shop["shop-invoices"], image_tag: "8.15" }],
    databases: [shop["shop-db"]],
    jobs: [{ id: shop["shop-cleanup"], image_tag: "16-alpine" }],
  };
  const response = await platform.request("POST", path, { body, token: "editor" });
  if (response.status >= 300) throw new Error(`deploy: ${response.status} ${JSON.stringify(response.body)}`);
  const { body: content } = await platform.request("GET", `/_local/environments/${platform.ids.environment}/content`);
  return content.deployments[0].id;
}
