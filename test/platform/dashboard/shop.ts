/** A shop's environment, as a person would have it: every kind of service, with a secret in each place for one. */
import { type Body, bodies } from "../support/bodies.js";
import type { Platform } from "../support/platform.js";

/** What must never reach the page. */
export const secrets = {
  variable: "tf-variable-3f9c",
  scaler: "scaler-secret-81aa",
  password: "db-password-77e2",
} as const;

const shopCommit = "8f2b1c4e9d7a65f01b3c8e2d4a9f6b7c5d1e0f3a";

function servicesOf({ ids }: Platform): readonly (readonly [path: string, body: Body])[] {
  const registry_id = ids.registries.DOCKER_HUB;
  const scaler = {
    scaler_type: "rabbitmq",
    role: "PRIMARY",
    config_json: { queue: "orders" },
    trigger_authentication: { name: "queue", config_yaml: `password: ${secrets.scaler}` },
  };
  const shop = {
    name: "shop",
    git_repository: { url: "https://github.com/acme/shop.git", provider: "GITHUB", branch: "main", root_path: "/" },
    healthchecks: {},
    dockerfile_path: "Dockerfile",
    ports: [{ internal_port: 8080, publicly_accessible: true }],
    min_running_instances: 2,
    max_running_instances: 4,
    autoscaling: { mode: "KEDA", scalers: [scaler] },
  };
  const tf_vars = [
    { key: "region", value: "eu-west-3" },
    { key: "password", value: secrets.variable, secret: true },
  ];
  const change = (kind: keyof typeof bodies, members: Body) =>
    [kind, { ...bodies[kind].minimal(ids), ...members }] as const;
  return [
    change("database", { name: "shop-db" }),
    ["application", shop],
    change("container", {
      ...{ name: "shop-invoices", registry_id, tag: "8.15" },
      arguments: ["--api-port=3000", `--database-url=postgres://shop:${secrets.password}@shop-db:5432/shop`],
    }),
    change("job", {
      name: "shop-cleanup",
      source: { image: { registry_id, image_name: "library/postgres", tag: "16-alpine" } },
      schedule: { on_start: {} },
    }),
    change("terraform", { name: "shop-network", terraform_variables_source: { tf_var_file_paths: [], tf_vars } }),
  ];
}

/** The IDs of the services, by their names. */
export type Shop = Readonly<Record<"shop-db" | "shop" | "shop-invoices" | "shop-cleanup" | "shop-network", string>>;

async function created(platform: Platform, path: string, body: Body): Promise<string> {
  const all = `/environment/${platform.ids.environment}/${path}`;
  const response = await platform.request("POST", all, { body, token: "editor" });
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
export async function deployShop(platform: Platform, shop: Shop, ofInvoices = "8.15"): Promise<string> {
  const path = `/environment/${platform.ids.environment}/service/deploy`;
  const body = {
    applications: [{ application_id: shop.shop, git_commit_id: shopCommit }],
    containers: [{ id: shop["shop-invoices"], image_tag: ofInvoices }],
    databases: [shop["shop-db"]],
    jobs: [{ id: shop["shop-cleanup"], image_tag: "16-alpine" }],
  };
  const response = await platform.request("POST", path, { body, token: "editor" });
  if (response.status >= 300) throw new Error(`deploy: ${response.status} ${JSON.stringify(response.body)}`);
  const { body: content } = await platform.request("GET", `/_local/environments/${platform.ids.environment}/content`);
  return content.deployments[0].id;
}
