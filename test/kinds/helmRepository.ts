import { name } from "./shared/arguments.js";
import { organizationRecord } from "./shared/organization.js";
import { asProgram } from "./shared/programFormat.js";
import { boundsOfHelm, configs, loginIn, omittedOfHelm } from "./shared/registryConfigs.js";
import { bothSides } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const shownConfig = { username: "acme" };
const shown = {
  name: "charts",
  kind: "HTTPS" as const,
  url: "https://charts.example.com",
  description: "Charts of the shop",
  skip_tls_verification: true,
};
const request = { ...shown, config: { ...shownConfig, password: "hunter2" } };
const response = { ...shown, config: shownConfig, ...stamped("00000000-0000-4000-8000-0000000000b3") };
const variants = [
  { title: "a key of AWS", ...shown, kind: "OCI_ECR", config: configs.ecr },
  { title: "a role of AWS", ...shown, kind: "OCI_ECR", config: configs.ecrRole },
  { title: "Scaleway", ...shown, kind: "OCI_SCALEWAY_CR", config: configs.scaleway },
];
const minimal = {
  kind: "OCI_PUBLIC_ECR" as const,
  url: "oci://public.ecr.aws",
  config: {},
  skip_tls_verification: false,
};

const own = organizationRecord({
  ...{ kind: "HelmRepository", request, response, variants, removed: "description" },
  outputs: { config: { ...asProgram(shownConfig), password: "hunter2" } },
});

export const helmRepository = testRecord({
  ...own,
  arguments: {
    required: "organizationId kind config skipTlsVerification",
    bounds: [...name, ...boundsOfHelm],
    omittedElsewhere: omittedOfHelm,
    valid: ({ config, ...values }) => ({ ...values, kind: "HTTPS", config: loginIn(config) }),
  },
  secrets: [
    { path: "config.secretAccessKey", name: "chartsAwsKey", sample: "charts key of AWS" },
    { path: "config.scalewaySecretKey", name: "chartsScalewayKey", sample: "charts key of Scaleway" },
    { path: "config.password", name: "chartsPassword", sample: "charts password" },
  ],
  bodies: { ...own.bodies, list: ["kind"] },
  everyField: ({ organization }, secret) => {
    const common = { organizationId: organization, description: "every field", skipTlsVerification: true };
    const [aws, scaleway] = ["oci://1.dkr.ecr.eu-west-3.amazonaws.com", "oci://rg.fr-par.scw.cloud/charts"];
    const login = { username: "acme", password: secret("chartsPassword") };
    const key = { ...asProgram(configs.ecr), secretAccessKey: secret("chartsAwsKey") };
    const project = { ...asProgram(configs.scaleway), scalewaySecretKey: secret("chartsScalewayKey") };
    return {
      helmRepository: { ...common, name: "every-repository", kind: "HTTPS", url: shown.url, config: login },
      helmRepositoryOnAws: { ...common, name: "on-aws", kind: "OCI_ECR", url: aws, config: key },
      helmRepositoryOnScaleway: {
        ...common,
        name: "on-scaleway",
        kind: "OCI_SCALEWAY_CR",
        url: scaleway,
        config: project,
      },
    };
  },
  simulation: bothSides(({ edition }) => ({ ...minimal, description: `edition ${edition}` })),
});
