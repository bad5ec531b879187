import { describe, expect, it } from "vitest";
import type { ResourceDefinition } from "../../../../provider/definition/kind.js";
import { containerRegistry } from "../../../../provider/kinds/containerRegistry.js";
import { helmRepository } from "../../../../provider/kinds/helmRepository.js";
import type { Values } from "../../../../provider/schema/json.js";
import { validate } from "../../../../provider/values/validate.js";
import { ids } from "../../../kinds/shared/ids.js";

/** Paths of what is wrong. */
const wrong = (definition: ResourceDefinition, args: Values) =>
  validate(definition, { organizationId: ids.organization, name: "a", ...args }, "create").map(({ path }) => path);

const url = "https://registry.example.com";
const key = { region: "eu-west-3", accessKeyId: "a", secretAccessKey: "b" };
const scaleway = { region: "a", scalewayAccessKey: "b", scalewaySecretKey: "c", scalewayProjectId: "d" };
const identity = { region: "a", serviceAccountEmail: "b", workloadIdentityProviderResource: "c" };

describe("credentials of a registry", () => {
  // The record of the kind has those that are right.
  it.each<[kind: string, what: string, wrong: readonly string[], config: Values]>([
    ["ECR", "with a part of a key", ["config.secretAccessKey"], { region: "a", accessKeyId: "b" }],
    ["ECR", "without a region", ["config.region"], { accessKeyId: "b", secretAccessKey: "c" }],
    ["ECR", "with a key and a role", ["config.roleArn"], { ...key, roleArn: "b" }],
    ["ECR", "with a key and a password", ["config.password"], { ...key, password: "b" }],
    ["SCALEWAY_CR", "with the secret key null", ["config.scalewaySecretKey"], { ...scaleway, scalewaySecretKey: null }],
    [
      "GCP_ARTIFACT_REGISTRY",
      "of an identity with the former members",
      [],
      { ...identity, projectId: "d", tokenLifetimeSeconds: 60 },
    ],
    ["GCP_ARTIFACT_REGISTRY", "with a region alone", ["config.jsonCredentials"], { region: "a" }],
    ["GCP_ARTIFACT_REGISTRY", "of an identity with the region null", ["config.region"], { ...identity, region: null }],
    ["AZURE_CR", "with a tenant alone", ["config.azureSubscriptionId"], { azureTenantId: "a" }],
    ["GENERIC_CR", "that are empty", [], {}],
    ["GITHUB_ENTERPRISE_CR", "of a user", [], { username: "a", password: "b" }],
    ["PUBLIC_ECR", "that are empty", [], {}],
    ["PUBLIC_ECR", "of a user without a password", ["config.username"], { username: "a" }],
  ])("of the kind %s %s have the invalid paths %j", (kind, _what, expected, config) => {
    expect(wrong(containerRegistry, { kind, config, url })).toEqual(expected);
  });

  it.each<[kind: string, url: string | undefined, wrong: readonly string[]]>([
    ["GENERIC_CR", undefined, ["url"]],
    ["GENERIC_CR", "http://registry.example.com", ["url"]],
    ["DOCKER_HUB", undefined, []],
    ["DOCKER_HUB", "https://docker.io/", []],
    ["GITHUB_CR", "https://ghcr.io", []],
    ["GITLAB_CR", "https://registry.gitlab.com", []],
    ["GITLAB_CR", "https://gitlab.example.com", ["url"]],
  ])("of kind %s with the URL %s have the invalid paths %j", (kind, specified, expected) => {
    const args = { kind, config: {}, ...(specified === undefined ? {} : { url: specified }) };
    expect(wrong(containerRegistry, args)).toEqual(expected);
  });
});

it.each<[kind: string, what: string, wrong: readonly string[], config: Values]>([
  ["HTTPS", "of a user", [], { username: "a", password: "b" }],
  ["HTTPS", "with a region", ["config.region"], { region: "a" }],
  ["OCI_ECR", "without a region", ["config.region"], {}],
  ["OCI_PUBLIC_ECR", "that are empty", [], {}],
])("credentials of a HelmRepository of the kind %s %s have the invalid paths %j", (kind, _what, expected, config) => {
  const args = { kind, config, url: "oci://registry.example.com", skipTlsVerification: false };
  expect(wrong(helmRepository, args)).toEqual(expected);
});
