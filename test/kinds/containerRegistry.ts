import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { organizationRecord } from "./shared/organization.js";
import { asProgram } from "./shared/programFormat.js";
import { boundsOfRegistry, configs, loginIn, omittedOfRegistry } from "./shared/registryConfigs.js";
import { bothSides } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const shownConfig = { region: "eu-west-3", access_key_id: "AKIDEXAMPLE" };
const shown = {
  name: "images",
  kind: "ECR" as const,
  url: "https://123456789012.dkr.ecr.eu-west-3.amazonaws.com",
  description: "Images of the shop",
};
const request = { ...shown, config: { ...shownConfig, secret_access_key: "hunter2" } };
const response = { ...shown, config: shownConfig, ...stamped(ids.registry) };
const variants = [
  { title: "a role of AWS", ...shown, config: configs.ecrRole },
  { title: "Scaleway", ...shown, kind: "SCALEWAY_CR", config: configs.scaleway },
  { title: "a key of Google Cloud", ...shown, kind: "GCP_ARTIFACT_REGISTRY", config: configs.googleKey },
  { title: "workload identity", ...shown, kind: "GCP_ARTIFACT_REGISTRY", config: configs.google },
  { title: "Azure", ...shown, kind: "AZURE_CR", config: configs.azure },
  { title: "a login", ...shown, kind: "GENERIC_CR", config: configs.login },
];
const minimal = { kind: "PUBLIC_ECR" as const, url: "https://public.ecr.aws", config: {} };

const own = organizationRecord({
  ...{ kind: "ContainerRegistry", request, response, variants, removed: "description" },
  outputs: { config: { ...asProgram(shownConfig), secretAccessKey: "hunter2" } },
});

export const containerRegistry = testRecord({
  ...own,
  arguments: {
    required: "organizationId kind config",
    bounds: [...name, ...boundsOfRegistry, ["config.tokenLifetimeSeconds", [0, 2_147_483_648], [1, 2_147_483_647]]],
    omittedElsewhere: omittedOfRegistry,
    valid: ({ config, ...values }) => ({ url: shown.url, ...values, kind: "GENERIC_CR", config: loginIn(config) }),
  },
  secrets: [
    { path: "config.secretAccessKey", name: "registryAwsKey", sample: "registry key of AWS" },
    { path: "config.scalewaySecretKey", name: "registryScalewayKey", sample: "registry key of Scaleway" },
    { path: "config.jsonCredentials", name: "registryGoogleKey", sample: "registry key of Google Cloud" },
    { path: "config.password", name: "registryPassword", sample: "registry password" },
  ],
  bodies: { ...own.bodies, list: ["kind"] },
  everyField: ({ organization }, secret) => {
    const common = { organizationId: organization, url: shown.url, description: "every field" };
    const key = { ...asProgram(shownConfig), secretAccessKey: secret("registryAwsKey") };
    const scaleway = { ...asProgram(configs.scaleway), scalewaySecretKey: secret("registryScalewayKey") };
    const google = { region: "europe-west9", jsonCredentials: secret("registryGoogleKey") };
    const login = { username: "acme", password: secret("registryPassword") };
    return {
      containerRegistry: { ...common, name: "every-registry", kind: "ECR", config: key },
      containerRegistryOnScaleway: { ...common, name: "on-scaleway", kind: "SCALEWAY_CR", config: scaleway },
      containerRegistryOnGoogle: { ...common, name: "on-google", kind: "GCP_ARTIFACT_REGISTRY", config: google },
      containerRegistryWithLogin: { ...common, name: "with-login", kind: "GENERIC_CR", config: login },
    };
  },
  simulation: bothSides(({ edition }) => ({ ...minimal, description: `edition ${edition}` })),
});
