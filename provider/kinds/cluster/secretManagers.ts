import { z } from "zod";
import type { Codec } from "../../schema/facts.js";
import { isAbsent, isObject, type Value, type Values } from "../../schema/json.js";
import { type Rule, rule } from "../../schema/rules.js";
import { object, oneOf, text, verbatim } from "../../schema/schemas.js";
import { itemId } from "../shared/common.js";

/** On the wire, `mode` names the member that is set, and its members are beside it. */
const byMode: Codec = {
  encode(usual) {
    const [mode, members] = Object.entries(usual as Values).find(([, value]) => !isAbsent(value)) ?? [];
    return mode === undefined ? usual : { mode: mode.toUpperCase(), ...(members as Values) };
  },
  decode(response) {
    const { mode, ...members } = response as Values;
    return { [String(mode).toLowerCase()]: members };
  },
};

const setting = (description: string) => text.meta({ description: `${description}.` });
const region = setting("Region of the secret manager");

const secret = (description: string) =>
  verbatim.optional().meta({
    description: `${description}. Responses don't contain it, so changes outside Pulumi aren't detected.`,
    secret: true,
    returned: "never",
  });

/** The schema can't require a secret: an update keeps that of an access which the program doesn't manage, and which no response has. */
const required = (member: string): Rule => ({
  reads: [member],
  description: `\`${member}\` is required.`,
  check: ({ [member]: value }) =>
    isAbsent(value) ? { path: [member], expected: "is required", got: false } : undefined,
});

const endpoint = oneOf(
  {},
  { awsSecretManager: object("AwsSecretManager", "AWS Secrets Manager.", { region }) },
  { awsParameterStore: object("AwsParameterStore", "Parameter Store of AWS Systems Manager.", { region }) },
  {
    gcpSecretManager: object("GcpSecretManager", "Secret Manager of Google Cloud.", {
      region,
      projectId: setting("Project of the secret manager"),
    }),
  },
).meta({
  typeName: "SecretManagerEndpoint",
  description: "Which secret manager it is: exactly one member.",
  codec: byMode,
});

const authentication = oneOf(
  {},
  {
    automaticallyConfigured: object(
      "AutomaticallyConfiguredAccess",
      "The identity in `externalSecretsAutomaticAuthentication` of the cluster's `infrastructureOutputs`: `{}`.",
      {},
    ),
  },
  {
    awsRoleArn: object("AwsRoleAccess", "A role of AWS that the cluster assumes.", {
      roleArn: setting("ARN of the role"),
    }),
  },
  {
    awsStaticCredentials: z
      .strictObject({
        region: setting("Region of the access key"),
        accessKey: setting("ID of the access key"),
        secretKey: secret("Secret of the access key"),
      })
      .check(rule(required("secretKey")))
      .meta({ typeName: "AwsStaticAccess", description: "An access key of AWS." }),
  },
  {
    gcpJsonCredentials: z
      .strictObject({ jsonCredentials: secret("The key, as JSON in Base64") })
      .check(rule(required("jsonCredentials")))
      .meta({ typeName: "GcpJsonAccess", description: "The key of a service account of Google Cloud." }),
  },
).meta({
  typeName: "SecretManagerAuthentication",
  description: "How the cluster is authenticated: exactly one member.",
  codec: byMode,
});

/** Each cloud's authentication is for its own secret managers. */
const fits: Rule = {
  reads: ["endpoint", "authentication"],
  description: "The `authentication` is `automaticallyConfigured`, or for the same cloud as the `endpoint`.",
  check({ endpoint: manager, authentication: form }) {
    const [[at], [by]] = [setIn(manager), setIn(form)];
    if (at === undefined || by === undefined || by === "automaticallyConfigured" || at.slice(0, 3) === by.slice(0, 3))
      return undefined;
    return { path: ["authentication", by], expected: `must be omitted: it isn't for \`${at}\``, got: false };
  },
};

function setIn(value: Value | undefined): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => !isAbsent(value[name])) : [];
}

const access = z
  .strictObject({
    id: itemId,
    name: text.meta({
      description:
        "Name of the access; case-insensitive and unique in the cluster. Another name is another access, with another ID.",
      compared: "ignoring case",
      example: { value: "shop" },
    }),
    endpoint,
    authentication,
  })
  .check(rule(fits))
  .meta({ typeName: "SecretManagerAccess", description: "An access to a secret manager." });

/** The secret managers that services on a cluster get external secrets from. */
export const secretManagerAccesses = z
  .array(access)
  .optional()
  .meta({
    description:
      "Secret managers that external secrets of variables are read from. Your program manages all of them: those that it doesn't list are removed, which the platform refuses while a variable uses one.",
    items: { key: "name", unique: ["name"] },
    extendedOnly: true,
  });

/** The ID of each access: without secrets, so that what uses one isn't secret. */
export const secretManagerAccessIds = z.record(z.string(), z.string().meta({ description: "ID of the access." })).meta({
  description: "IDs of the `secretManagerAccesses` by name, for external secrets of variables (full API only).",
  response: { path: "secret_manager_accesses" },
  codec: { decode: idsByName },
  changesWith: ["secretManagerAccesses"],
  secret: false,
  extendedOnly: true,
});

function idsByName(response: unknown): Values {
  const items = Array.isArray(response) ? response.filter(isObject) : [];
  return Object.fromEntries(items.map(({ name, id }) => [String(name), String(id)]));
}
