import { extended } from "../engine/expectations/extended.js";
import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { ofOrganization, organizationCalls } from "./shared/organization.js";
import { boundsOfRegistry, configs, loginIn, omittedOfRegistry } from "./shared/registryConfigs.js";
import { described, editDescription, written } from "./shared/service.js";
import { asProgram, outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const id = ids.registry;
const shownConfig = { region: "eu-west-3", access_key_id: "AKIDEXAMPLE" };
const shown = {
  name: "images",
  kind: "ECR" as const,
  url: "https://123456789012.dkr.ecr.eu-west-3.amazonaws.com",
  description: "Images of the shop",
};
const request = { ...shown, config: { ...shownConfig, secret_access_key: "hunter2" } };
const response = { ...shown, config: shownConfig, id, created_at: times.created, updated_at: times.updated };
const variants = [
  { title: "a role of AWS", ...{ ...shown, config: configs.ecrRole } },
  { title: "Scaleway", ...{ ...shown, kind: "SCALEWAY_CR", config: configs.scaleway } },
  { title: "a key of Google Cloud", ...{ ...shown, kind: "GCP_ARTIFACT_REGISTRY", config: configs.googleKey } },
  { title: "workload identity", ...{ ...shown, kind: "GCP_ARTIFACT_REGISTRY", config: configs.google } },
  { title: "Azure", ...{ ...shown, kind: "AZURE_CR", config: configs.azure } },
  { title: "a login", ...{ ...shown, kind: "GENERIC_CR", config: configs.login } },
].map(({ title, ...request }) => ({ title, request, program: asProgram(request) }));
const minimal = { kind: "PUBLIC_ECR" as const, url: "https://public.ecr.aws", config: {} };

export const containerRegistry = testRecord({
  fixture: {
    kind: "ContainerRegistry",
    title: "every field",
    path: { organizationId: ids.organization },
    program: asProgram(request),
    request,
    response,
    outputs: outputsOf(response, {
      organizationId: ids.organization,
      config: { ...asProgram(shownConfig), secretAccessKey: "hunter2" },
    }),
    isPlaceUntold: true,
    variants,
  },
  documented: {
    request: "name kind config url description",
    response: "id created_at updated_at name kind config url description",
  },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("ContainerRegistry")',
  givenText: "config,kind,organizationId",
  arguments: {
    required: "organizationId kind config",
    bounds: [...name, ...boundsOfRegistry, ["config.tokenLifetimeSeconds", [0, 2_147_483_648], [1, 2_147_483_647]]],
    changed: {
      documented: ["refused", { organizationId: "replace", name: "replace" }],
      extended: ["edit", { organizationId: "replace" }],
    },
    omittedElsewhere: omittedOfRegistry,
    valid: ({ config, ...values }) => ({ url: shown.url, ...values, kind: "GENERIC_CR", config: loginIn(config) }),
  },
  secrets: [
    { path: "config.secretAccessKey", name: "registryAwsKey", sample: "registry key of AWS" },
    { path: "config.scalewaySecretKey", name: "registryScalewayKey", sample: "registry key of Scaleway" },
    { path: "config.jsonCredentials", name: "registryGoogleKey", sample: "registry key of Google Cloud" },
    { path: "config.password", name: "registryPassword", sample: "registry password" },
  ],
  served: ofOrganization.served,
  ...organizationCalls("containerRegistry", id, { description: "another" }),
  createdTwice: "name taken",
  service: ofOrganization.service,
  lifecycle: {
    args: ({ organization }) => ({ ...asProgram(request), organizationId: organization, description: written }),
    edited: described,
    edits: editDescription,
    removed: { arg: "description", wire: "description" },
    replacements: ofOrganization.replacements,
    expected: { documented: ofOrganization.undocumented, extended: extended.ContainerRegistry },
  },
  existing: ofOrganization.existing,
  bodies: {
    first: () => ({ ...request, name: "first" }),
    other: () => ({ ...request, name: "other" }),
    text: ["description"],
    number: ["name"],
    list: ["kind"],
  },
  everyField: ({ organization }, secret) => {
    const common = { organizationId: organization, url: shown.url, description: "every field" };
    return {
      containerRegistry: {
        ...{ ...common, name: "every-registry", kind: "ECR" },
        config: { ...asProgram(shownConfig), secretAccessKey: secret("registryAwsKey") },
      },
      containerRegistryOnScaleway: {
        ...{ ...common, name: "on-scaleway", kind: "SCALEWAY_CR" },
        config: { ...asProgram(configs.scaleway), scalewaySecretKey: secret("registryScalewayKey") },
      },
      containerRegistryOnGoogle: {
        ...{ ...common, name: "on-google", kind: "GCP_ARTIFACT_REGISTRY" },
        config: { region: "europe-west9", jsonCredentials: secret("registryGoogleKey") },
      },
      containerRegistryWithLogin: {
        ...{ ...common, name: "with-login", kind: "GENERIC_CR" },
        config: { username: "acme", password: secret("registryPassword") },
      },
    };
  },
  example: { folder: "container-registry", creates: ["ContainerRegistry"], secret: "password" },
  simulation: {
    args: ({ edition }) => ({ ...minimal, description: `edition ${edition}` }),
    wire: ({ edition }) => ({ ...minimal, description: `edition ${edition}` }),
  },
});
