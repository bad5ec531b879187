import { extended } from "../engine/expectations/extended.js";
import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { ofOrganization, organizationCalls } from "./shared/organization.js";
import { boundsOfHelm, configs, loginIn, omittedOfHelm } from "./shared/registryConfigs.js";
import { described, editDescription, written } from "./shared/service.js";
import { asProgram, outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const id = "00000000-0000-4000-8000-0000000000b3";
const shownConfig = { username: "acme" };
const shown = {
  name: "charts",
  kind: "HTTPS" as const,
  url: "https://charts.example.com",
  description: "Charts of the shop",
  skip_tls_verification: true,
};
const request = { ...shown, config: { ...shownConfig, password: "hunter2" } };
const response = { ...shown, config: shownConfig, id, created_at: times.created, updated_at: times.updated };
const variants = [
  { title: "a key of AWS", ...{ ...shown, kind: "OCI_ECR", config: configs.ecr } },
  { title: "a role of AWS", ...{ ...shown, kind: "OCI_ECR", config: configs.ecrRole } },
  { title: "Scaleway", ...{ ...shown, kind: "OCI_SCALEWAY_CR", config: configs.scaleway } },
].map(({ title, ...request }) => ({ title, request, program: asProgram(request) }));
const minimal = { kind: "OCI_PUBLIC_ECR" as const, url: "oci://public.ecr.aws", config: {} };

export const helmRepository = testRecord({
  fixture: {
    kind: "HelmRepository",
    title: "every field",
    path: { organizationId: ids.organization },
    program: asProgram(request),
    request,
    response,
    outputs: outputsOf(response, {
      organizationId: ids.organization,
      config: { ...asProgram(shownConfig), password: "hunter2" },
    }),
    isPlaceUntold: true,
    variants,
  },
  documented: {
    request: "name kind config skip_tls_verification url description",
    response: "id created_at updated_at name kind config skip_tls_verification url description",
  },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("HelmRepository")',
  givenText: "config,kind,organizationId,skipTlsVerification",
  arguments: {
    required: "organizationId kind config skipTlsVerification",
    bounds: [...name, ...boundsOfHelm],
    changed: {
      documented: ["refused", { organizationId: "replace", name: "replace" }],
      extended: ["edit", { organizationId: "replace" }],
    },
    omittedElsewhere: omittedOfHelm,
    valid: ({ config, ...values }) => ({ ...values, kind: "HTTPS", config: loginIn(config) }),
  },
  secrets: [
    { path: "config.secretAccessKey", name: "chartsAwsKey", sample: "charts key of AWS" },
    { path: "config.scalewaySecretKey", name: "chartsScalewayKey", sample: "charts key of Scaleway" },
    { path: "config.password", name: "chartsPassword", sample: "charts password" },
  ],
  served: ofOrganization.served,
  ...organizationCalls("helmRepository", id, { description: "another" }),
  createdTwice: "name taken",
  service: ofOrganization.service,
  lifecycle: {
    args: ({ organization }) => ({ ...asProgram(request), organizationId: organization, description: written }),
    edited: described,
    edits: editDescription,
    removed: { arg: "description", wire: "description" },
    replacements: ofOrganization.replacements,
    expected: { documented: ofOrganization.undocumented, extended: extended.HelmRepository },
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
    const common = {
      ...{ organizationId: organization, description: "every field", skipTlsVerification: true },
    };
    return {
      helmRepository: {
        ...{ ...common, name: "every-repository", kind: "HTTPS", url: shown.url },
        config: { username: "acme", password: secret("chartsPassword") },
      },
      helmRepositoryOnAws: {
        ...{ ...common, name: "on-aws", kind: "OCI_ECR", url: "oci://1.dkr.ecr.eu-west-3.amazonaws.com" },
        config: { ...asProgram(configs.ecr), secretAccessKey: secret("chartsAwsKey") },
      },
      helmRepositoryOnScaleway: {
        ...{ ...common, name: "on-scaleway", kind: "OCI_SCALEWAY_CR", url: "oci://rg.fr-par.scw.cloud/charts" },
        config: { ...asProgram(configs.scaleway), scalewaySecretKey: secret("chartsScalewayKey") },
      },
    };
  },
  example: { folder: "helm-repository", creates: ["HelmRepository"], secret: "password" },
  simulation: {
    args: ({ edition }) => ({ ...minimal, skipTlsVerification: false, description: `edition ${edition}` }),
    wire: ({ edition }) => ({ ...minimal, skip_tls_verification: false, description: `edition ${edition}` }),
  },
});
