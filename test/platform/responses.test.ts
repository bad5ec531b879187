/**
 * The members that generated clients can't do without: they refuse a whole response for a missing one. The lists are transcribed from the
 * description of the extended set, not taken from our schemas.
 */
import { expect, it } from "vitest";
import { definitionOf } from "../kinds/derived.js";
import { recordOf } from "../kinds/index.js";
import { extendedCalls, kindOf } from "./access/endpoints.js";
import { openedWorld } from "./access/world.js";
import type { Body } from "./support/bodies.js";

const world = openedWorld();

/** Members by their paths: `[]` stands for each item of a list, and what is below a `?` is there if that is. */
const lists = {
  none: "",
  application: "id created_at environment.id name healthchecks icon_uri service_type",
  container: `id created_at image_name tag registry.id environment.id maximum_cpu maximum_memory maximum_gpu name cpu memory gpu
    min_running_instances max_running_instances healthchecks auto_preview icon_uri service_type ports[].id ports[].internal_port
    ports[].publicly_accessible ports[].protocol storage[].id storage[].type storage[].size storage[].mount_point`,
  job: `id created_at environment.id maximum_cpu maximum_memory maximum_gpu name cpu memory gpu auto_preview source healthchecks icon_uri
    service_type job_type schedule`,
  database: "id created_at name type version mode icon_uri environment.id service_type",
  helm: `id created_at environment.id name auto_preview auto_deploy source arguments allow_cluster_wide_resources values_override icon_uri
    service_type source.git?.git_repository.url source.git?.git_repository.provider source.git?.git_repository.owner
    source.git?.git_repository.name source.repository?.chart_name source.repository?.chart_version source.repository?.repository.id
    source.repository?.repository.name source.repository?.repository.url ports[].id ports[].port_type ports[].internal_port
    ports[].protocol`,
  terraform: `id created_at name timeout_sec icon_uri service_type terraform_variables_source engine backend provider_version
    job_resources environment.id use_cluster_credentials action_extra_arguments`,
  project: "id created_at name associated_environments_count organization.id",
  environment: "id created_at name organization.id project.id cloud_provider.provider mode cluster_id",
  variable: `id created_at key value scope variable_type is_secret overridden_variable?.id overridden_variable?.key
    overridden_variable?.mount_path overridden_variable?.scope overridden_variable?.variable_type aliased_variable?.id
    aliased_variable?.key aliased_variable?.mount_path aliased_variable?.scope aliased_variable?.variable_type`,
  importedVariables:
    "total_variables_to_import successful_imported_variables[].name successful_imported_variables[].scope",
  customDomain: "id created_at domain generate_certificate",
  link: "service_id service_type url internal_port external_port is_platform_domain is_default",
  stage:
    "id created_at environment.id name services[].id services[].created_at services[].service_id services[].service_type",
  restriction: "id created_at mode type value",
  registry: "id created_at name",
  gitToken: "id created_at name type associated_services_count git_api_url",
  annotationsGroup: "id created_at name annotations[].key annotations[].value scopes",
  labelsGroup: "id created_at name labels[].key labels[].value labels[].propagate_to_cloud_provider",
  credentials: "id name object_type",
  credentialsInUse: "credential.id credential.name credential.object_type clusters[].id",
  cluster: `id created_at organization.id name region cloud_provider features[].id features[].value_object?.type
    features[].value_object?.value secret_manager_accesses?[].id secret_manager_accesses?[].created_at
    secret_manager_accesses?[].updated_at secret_manager_accesses?[].name secret_manager_accesses?[].endpoint.mode
    secret_manager_accesses?[].authentication.mode`,
  clusterStatus: "cluster_id status is_deployed reason",
  cloudProviderInfo: "cloud_provider region credentials",
  route: "destination target description",
  gitOps: "id cluster_id argocd_url argocd_token created_at updated_at",
  environmentStatus: "id state last_deployment_state",
  status: `id state service_deployment_status is_part_last_deployment status_details.action status_details.status deployment_request_id
    deployment_requests_count`,
  statuses: "environment.id applications containers[].id jobs databases helms terraforms",
  masterCredentials: "host port login password",
  organization: "id created_at name plan",
  member: "id created_at email",
  invitation: "id created_at email role invitation_link invitation_status inviter",
  availableRole: "id name",
  clusterFeature: "id",
  dnsProvider: "dns_provider.provider dns_provider.domain",
  argoCdAgent: `agent_cluster_id agent_cluster_name agent_cluster_cloud_provider credentials_id argocd_url status last_checked_at
    linked_clusters unlinked_clusters`,
  argoCdMapping: "agent_cluster_id argocd_cluster_url",
};

/** What the responses of a call are, by the end of its path; the first that fits. */
const called: readonly (readonly [RegExp, keyof typeof lists])[] = [
  [/^(PUT|GET) .*[aA]dvancedSettings$/, "none"],
  [/\/kubeconfig$|\/deploymentStatus$|^PUT .*\/member$/, "none"],
  [/\/organization(\/\{\})?$/, "organization"],
  [/\/member$/, "member"],
  [/\/inviteMember(\/\{\})?$/, "invitation"],
  [/\/availableRole$/, "availableRole"],
  [/\/clusterFeature$/, "clusterFeature"],
  [/\/dnsProvider$/, "dnsProvider"],
  [/^GET .*\/argoCdDestinationClusterMapping$/, "argoCdAgent"],
  [/^POST .*\/argoCdDestinationClusterMapping$/, "argoCdMapping"],
  // Nothing was deployed here; `deployment-history.test.ts` has the members.
  [/\/deploymentHistoryV2$/, "none"],
  [/\/cluster\/\{\}\/(deploy|stop|status)$/, "clusterStatus"],
  [/\/cloudProviderInfo$/, "cloudProviderInfo"],
  [/\/routingTable$/, "route"],
  [/\/masterCredentials$/, "masterCredentials"],
  [/\/organization\/\{\}\/credentials$/, "credentialsInUse"],
  [/\/credentials(\/\{\})?$/, "credentials"],
  [/\/environment\/\{\}\/statuses$/, "statuses"],
  [/\/environment\/\{\}\/(status|stop|redeploy|service\/(stop|delete))$/, "environmentStatus"],
  [/\/(deploy|redeploy|stop|restart-service)$/, "status"],
  [/\/customDomain(\/\{\})?(\/status)?$/, "customDomain"],
  [/\/status$/, "status"],
  [/\/link$/, "link"],
  [/\/secretManagerAccess\//, "none"],
  [/\/variable\/import$/, "importedVariables"],
  [/\/variable(\/\{\})?(\/alias|\/override)?$/, "variable"],
  [/\/deploymentRestriction(\/\{\})?$/, "restriction"],
  [/\/deploymentStage(\/|$)/, "stage"],
  [/\/argoCdConfig$/, "gitOps"],
  [/\/containerRegistry|\/helmRepository/, "registry"],
  [/\/gitToken/, "gitToken"],
  [/\/annotationsGroups/, "annotationsGroup"],
  [/\/labelsGroups/, "labelsGroup"],
  [/\/(application|container|job|database|helm|terraform)(\/\{\})?(\/clone)?$/, "none"],
  [/\/environment(\/\{\})?(\/clone)?$/, "environment"],
  [/\/project(\/\{\})?$/, "project"],
  [/\/cluster(\/\{\})?$/, "cluster"],
];

function listOf(call: string): readonly string[] {
  const [, service] = /\/(application|container|job|database|helm|terraform)(?:\/\{\})?(?:\/clone)?$/.exec(call) ?? [];
  const name = (service as keyof typeof lists) ?? called.find(([path]) => path.test(call))?.[1];
  if (name === undefined) return transcribedFor(kindOf(call), call);
  return lists[name].split(/\s+/).filter((path) => path !== "");
}

/** The members of the response in the test record of a kind. Only the create returns what is returned once. */
function transcribedFor(kind: string, call: string): readonly string[] {
  const { outputs } = definitionOf(kind);
  const isOnce = (member: string) =>
    outputs[member.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]?.returned === "never";
  return Object.keys(recordOf(kind).fixture.response).filter((each) => call.startsWith("POST ") || !isOnce(each));
}

const seen = new Set<string>();

/** The paths of which a value lacks something. */
function missing(value: unknown, path: string): string[] {
  const [first = "", ...others] = path.split(".");
  const [, key = "", isOptional, isList] = /^(\w+)(\?)?(\[\])?$/.exec(first) ?? [];
  const member = (value as Body | undefined)?.[key];
  if (isOptional && (member === undefined || member === null)) return [];
  if (member === undefined) return [path];
  const inner = others.join(".");
  const found = isList === undefined ? [member] : (member as unknown[]);
  return inner === "" ? [] : found.flatMap((each) => missing(each, inner));
}

function reaches(value: unknown, path: string): boolean {
  const [first = "", ...others] = path.split(".");
  const member = (value as Body | null | undefined)?.[first.replace(/\W/g, "")];
  if (others.length === 0) return member !== undefined;
  return [member].flat().some((each) => reaches(each, others.join(".")));
}

/** A response as one record, or as the records of a list. */
function recordsIn(body: unknown): readonly unknown[] {
  const { results } = (body ?? {}) as Body;
  return Array.isArray(results) ? results : [body];
}

const withResponse = extendedCalls.filter((call) => !call.startsWith("DELETE "));

it.each(withResponse)("response of %s has the required members", async (call) => {
  const endpoint = world.endpointOf(call);
  const { status, body } = await world.send(endpoint);
  expect(status).toBe(endpoint.success);
  await world.restore();
  for (const path of listOf(call)) {
    for (const record of recordsIn(body)) {
      expect(missing(record, path), JSON.stringify(record)).toEqual([]);
      if (reaches(record, path)) seen.add(`${call.split(" ")[1]} ${path}`);
    }
  }
});

it("each optional member is in the response of at least one call", () => {
  const reached = new Set([...seen].map((each) => each.split(" ")[1]));
  expect(
    Object.values(lists)
      .flatMap((list) => list.split(/\s+/))
      .filter((path) => path !== "" && !reached.has(path)),
  ).toEqual([]);
});

it("response of an update has `updated_at`", async () => {
  const puts = extendedCalls.filter((call) => /^PUT .*\{\}$/.test(call) && listOf(call).includes("created_at"));
  expect(puts.length).toBeGreaterThan(20);
  for (const call of puts.filter((each) => !/moveAfter|moveBefore|\/service\/\{\}$/.test(each))) {
    const { body } = await world.send(world.endpointOf(call));
    expect([call, body.updated_at]).toEqual([call, expect.stringMatching(/^\d{4}-\d\d-\d\dT/)]);
    await world.restore();
  }
});
