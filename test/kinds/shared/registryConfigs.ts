/** The credentials of registries and Helm repositories, transcribed from the description of the extended set. */
import { isObject, type Value, type Values } from "../../../provider/schema/json.js";
import { notEmpty } from "./arguments.js";

export const configs = {
  ecr: { region: "eu-west-3", access_key_id: "AKIDEXAMPLE", secret_access_key: "hunter2" },
  ecrRole: { region: "eu-west-3", role_arn: "arn:aws:iam::123456789012:role/images" },
  scaleway: {
    region: "fr-par",
    scaleway_access_key: "SCWEXAMPLE",
    scaleway_secret_key: "hunter2",
    scaleway_project_id: "a project",
  },
  googleKey: { region: "europe-west9", json_credentials: "{}" },
  google: {
    region: "europe-west9",
    gcp_credentials_type: "WORKLOAD_IDENTITY_FEDERATION",
    project_id: "shop",
    service_account_email: "images@shop.iam.gserviceaccount.com",
    workload_identity_provider_resource: "projects/1/locations/global/workloadIdentityPools/a/providers/b",
    token_lifetime_seconds: 3600,
  },
  azure: { azure_tenant_id: "a tenant", azure_subscription_id: "a subscription" },
  login: { username: "acme", password: "hunter2" },
} as const;

const common = [
  ...["config.region", "config.accessKeyId", "config.secretAccessKey", "config.roleArn"],
  ...["config.scalewayAccessKey", "config.scalewaySecretKey", "config.scalewayProjectId"],
  ...["config.username", "config.password"],
];
const others = [
  ...["config.jsonCredentials", "config.gcpCredentialsType", "config.projectId", "config.serviceAccountEmail"],
  ...["config.workloadIdentityProviderResource", "config.azureTenantId", "config.azureSubscriptionId"],
];

export const boundsOfHelm = notEmpty(...common);
export const boundsOfRegistry = notEmpty(...common, ...others);

/** A kind requires them: without one, the object around it is wrong. */
const required = [
  ...["config.region", "config.accessKeyId", "config.secretAccessKey"],
  ...["config.scalewayAccessKey", "config.scalewaySecretKey", "config.scalewayProjectId"],
];
const requiredByOthers = [
  ...["config.jsonCredentials", "config.serviceAccountEmail", "config.workloadIdentityProviderResource"],
  ...["config.azureTenantId", "config.azureSubscriptionId"],
];
const atItself = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, path]));

/** Without a role, there must be a key. */
const role = { "config.roleArn": "config.accessKeyId" };
export const omittedOfHelm = { ...atItself(required), ...role };
export const omittedOfRegistry = { ...atItself([...required, ...requiredByOthers, "url"]), ...role };

/** Of random credentials, those of a login. */
export function loginIn(config: Value | undefined): Values {
  const { username, password } = isObject(config) ? config : {};
  return { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) };
}
