import { describe, expect, it } from "vitest";
import { programPath } from "../../provider/values/wire.js";
import { fixtures } from "../kinds/fixtures.js";
import { placesOf } from "./argument-places.js";
import { definitionOf } from "./pretend-platform.js";

/** Arguments with another name on the wire. */
const named: Readonly<Record<string, string>> = {
  "Environment clusterId": "cluster",
  "CloudCredentials aws.accessKeyId": "access_key_id",
  "CloudCredentials aws.secretAccessKey": "secret_access_key",
  "CloudCredentials aws.roleArn": "role_arn",
  "CloudCredentials gcp.serviceAccountKey": "gcp_credentials",
  "CloudCredentials gcp.serviceAccountEmail": "service_account_email",
  "CloudCredentials gcp.workloadIdentityProviderResource": "workload_identity_provider_resource",
  "CloudCredentials scaleway.accessKey": "scaleway_access_key",
  "CloudCredentials scaleway.secretKey": "scaleway_secret_key",
  "CloudCredentials scaleway.projectId": "scaleway_project_id",
  "CloudCredentials scaleway.organizationId": "scaleway_organization_id",
  "CloudCredentials azure.subscriptionId": "azure_subscription_id",
  "CloudCredentials azure.tenantId": "azure_tenant_id",
  "CloudCredentials onPremise": "onPremise",
  "HelmService source.helmRepository.repositoryId": "source.helm_repository.repository",
};

const wire = (path: string) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("a path of the wire", () => {
  it.each(fixtures)("to any argument of a $kind is shown in the program's spelling", (fixture) => {
    const { body } = definitionOf(fixture.kind);
    // What responses have in one place is distinguished by what is inside of it.
    const isTyped = (path: string) => /^features\[0\]\.(awsUser|gcpUser|natGateway|karpenter)/.test(path);
    const places = placesOf(body, fixture).flatMap(({ path }) => (isTyped(path) ? [] : [path]));
    const paths = places.map((path) => named[`${fixture.kind} ${path}`] ?? wire(path));
    expect(paths.map((path) => programPath(body, path))).toEqual(places);
  });

  it.each([
    ["Application", "maximun_gpu", "maximumGpu"],
    ["Container", "ports[12].internal_port", "ports[12].internalPort"],
    ["Container", "healthchecks.readiness_probe.type.http.port", "healthchecks.readinessProbe.type.http.port"],
    ["Container", "brand_new.thing[0].deep_er", "brand_new.thing[0].deep_er"],
    ["TerraformService", "action_extra_arguments.my_plan[0]", "actionExtraArguments.my_plan[0]"],
    ["Container", "autoscaling.scalers[0].config_json.my_key", "autoscaling.scalers[0].configJson.my_key"],
    ["Cluster", "features[1].value.eks_subnets_zone_a_ids", "features[1].awsUserProvidedNetwork.eksSubnetsZoneAIds"],
    ["Cluster", "features[1].value.vpc_name", "features[1].gcpUserProvidedNetwork.vpcName"],
    ["Cluster", "features[1].value", "features[1].value"],
    ["Container", "", ""],
    ["Container", "[0]", "[0]"],
  ])("of a %s, %s, is %s", (kind, path, spelled) => {
    expect(programPath(definitionOf(kind).body, path)).toBe(spelled);
  });
});
