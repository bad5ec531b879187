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
  it.each<[kind: string, config: Values, wrong: readonly string[]]>([
    ["ECR", { region: "a", accessKeyId: "b" }, ["config.secretAccessKey"]],
    ["ECR", { accessKeyId: "b", secretAccessKey: "c" }, ["config.region"]],
    ["ECR", { ...key, roleArn: "b" }, ["config.roleArn"]],
    ["ECR", { ...key, password: "b" }, ["config.password"]],
    ["SCALEWAY_CR", { ...scaleway, scalewaySecretKey: null }, ["config.scalewaySecretKey"]],
    ["GCP_ARTIFACT_REGISTRY", { ...identity, projectId: "d", tokenLifetimeSeconds: 60 }, []],
    ["GCP_ARTIFACT_REGISTRY", { region: "a" }, ["config.jsonCredentials"]],
    ["GCP_ARTIFACT_REGISTRY", { ...identity, region: null }, ["config.region"]],
    ["AZURE_CR", { azureTenantId: "a" }, ["config.azureSubscriptionId"]],
    ["GENERIC_CR", {}, []],
    ["GITHUB_ENTERPRISE_CR", { username: "a", password: "b" }, []],
    ["PUBLIC_ECR", {}, []],
    ["PUBLIC_ECR", { username: "a" }, ["config.username"]],
  ])("of kind %s with %j have the invalid paths %j", (kind, config, expected) => {
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

it.each<[kind: string, config: Values, wrong: readonly string[]]>([
  ["HTTPS", { username: "a", password: "b" }, []],
  ["HTTPS", { region: "a" }, ["config.region"]],
  ["OCI_ECR", {}, ["config.region"]],
  ["OCI_PUBLIC_ECR", {}, []],
])("credentials of a HelmRepository of kind %s with %j have the invalid paths %j", (kind, config, expected) => {
  const args = { kind, config, url: "oci://registry.example.com", skipTlsVerification: false };
  expect(wrong(helmRepository, args)).toEqual(expected);
});
