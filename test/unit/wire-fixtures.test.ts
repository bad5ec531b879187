import { describe, expect, it } from "vitest";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { definitions } from "../../provider/resources/index.js";
import { changes } from "../../provider/schema/diff.js";
import { isObject, type Value, type Values } from "../../provider/schema/json.js";
import { validate } from "../../provider/schema/validate.js";
import { membersFromWire, membersToWire } from "../../provider/schema/wire.js";
import { ids } from "../kinds/shared/ids.js";
import { fixtures } from "../kinds/fixtures.js";

const definitionOf = (kind: string) => definitions.find((each) => each.kind === kind) as ResourceDefinition;
const cases = fixtures.map((fixture) => ({ kind: fixture.kind, fixture, definition: definitionOf(fixture.kind) }));
const spelled = cases.flatMap(({ kind, fixture, definition }) =>
  [fixture, ...fixture.variants].map((each) => ({ kind, definition, ...each, path: fixture.path })),
);

/** Members of the document's request and answer by kind, copied from its tables. */
const documented: Readonly<Record<string, { request: string; response: string }>> = {
  Application: {
    request: `name git_repository healthchecks storage ports description build_mode dockerfile_path cpu memory gpu
      min_running_instances max_running_instances auto_preview arguments entrypoint auto_deploy annotations_groups
      labels_groups icon_uri docker_target_build_stage autoscaling`,
    response: `id created_at environment name healthchecks icon_uri service_type updated_at storage git_repository
      maximum_cpu maximum_memory maximun_gpu description build_mode dockerfile_path cpu memory gpu min_running_instances
      max_running_instances auto_preview ports arguments entrypoint auto_deploy annotations_groups labels_groups
      docker_target_build_stage autoscaling`,
  },
  Container: {
    request: `name registry_id image_name tag healthchecks storage ports description arguments entrypoint cpu memory gpu
      min_running_instances max_running_instances auto_preview auto_deploy annotations_groups labels_groups icon_uri
      autoscaling`,
    response: `id created_at image_name tag registry environment maximum_cpu maximum_memory maximum_gpu name cpu memory
      gpu min_running_instances max_running_instances healthchecks auto_preview icon_uri service_type updated_at storage
      registry_id description arguments entrypoint ports auto_deploy annotations_groups labels_groups autoscaling`,
  },
  Job: {
    request: `name healthchecks description cpu memory gpu max_nb_restart max_duration_seconds auto_preview port source
      schedule auto_deploy annotations_groups labels_groups icon_uri`,
    response: `id created_at environment maximum_cpu maximum_memory maximum_gpu name cpu memory gpu auto_preview source
      healthchecks icon_uri service_type job_type schedule updated_at description max_nb_restart max_duration_seconds
      port auto_deploy annotations_groups labels_groups`,
  },
  Database: {
    request: `name type version mode description accessibility cpu instance_type memory storage annotations_groups
      labels_groups icon_uri disk_type`,
    response: `id created_at name type version mode icon_uri environment service_type updated_at description
      accessibility cpu instance_type memory storage annotations_groups labels_groups host port maximum_cpu
      maximum_memory disk_encrypted disk_type`,
  },
  TerraformService: {
    request: `name description auto_deploy_config terraform_files_source terraform_variables_source backend engine
      provider_version job_resources timeout_sec icon_uri use_cluster_credentials action_extra_arguments
      dockerfile_fragment`,
    response: `id created_at name timeout_sec auto_deploy icon_uri service_type terraform_variables_source engine backend
      provider_version job_resources environment use_cluster_credentials action_extra_arguments updated_at description
      auto_deploy_config dockerfile_fragment terraform_files_source`,
  },
  Cluster: {
    request: `name region cloud_provider description cloud_provider_credentials min_running_nodes max_running_nodes
      disk_size disk_iops disk_throughput instance_type kubernetes production ssh_keys features metrics_parameters
      infrastructure_charts_parameters keda labels_groups`,
    response: `id created_at organization name region cloud_provider description cloud_provider_credentials
      min_running_nodes max_running_nodes disk_size disk_iops disk_throughput instance_type kubernetes production
      ssh_keys features metrics_parameters infrastructure_charts_parameters keda labels_groups updated_at cpu memory
      estimated_cloud_provider_cost status has_access version is_default is_demo deployment_status
      infrastructure_outputs`,
  },
  ArgoCdConfig: {
    request: "argocd_url argocd_token",
    response: "id cluster_id argocd_url argocd_token created_at updated_at last_checked_at",
  },
  DeploymentTrigger: {
    request: "applications databases containers jobs helms terraforms",
    response: `id state last_deployment_state last_deployment_date last_deployment_id
      total_deployment_duration_in_seconds origin triggered_by deployment_status deployment_request_id metrics`,
  },
};

const words = (text = "") => text.split(/\s+/).filter((word) => word !== "");
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Places where a program sees a member of an answer under another name. */
const elsewhere: Readonly<Record<string, string>> = {
  maximun_gpu: "maximumGpu",
  "terraform_files_source.git.git_repository": "gitRepository",
};

/** Every member of a value with its path; free-form maps count as one member. */
function membersOf(value: Value | undefined, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, path));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = path === "" ? name : `${path}.${name}`;
    return /config_json|action_extra_arguments|default_rule_labels/.test(name)
      ? [here]
      : [here, ...membersOf(member, here)];
  });
}

/** The path of a wire member as a program sees it. */
function seenAs(wirePath: string): string {
  const names = wirePath.split(".");
  return names
    .flatMap((name, index) => {
      const path = names.slice(0, index + 1).join(".");
      if (path === "terraform_files_source.git") return [];
      return [elsewhere[path] ?? camel(name)];
    })
    .join(".");
}

describe("the fixtures", () => {
  it("hold all eight kinds, as the definitions do", () => {
    expect(fixtures.map(({ kind }) => kind)).toEqual(definitions.map(({ kind }) => kind));
  });

  it.each(cases)("have every documented member of the requests and answers of $kind", ({ kind, fixture }) => {
    const { request, response } = documented[kind] ?? { request: "", response: "" };
    const given = [fixture, ...fixture.variants].flatMap((each) => Object.keys(each.request));
    expect([...new Set(given)].sort()).toEqual(words(request).sort());
    expect(Object.keys(fixture.response).sort()).toEqual(words(response).sort());
  });

  it.each(cases)("show a program every member of the answer of $kind", ({ fixture }) => {
    const seen = new Set(membersOf(fixture.outputs));
    // The id of a resource is Pulumi's own.
    const wanted = membersOf(fixture.response).filter((path) => path !== "id");
    expect(wanted.filter((path) => !seen.has(seenAs(path)))).toEqual([]);
  });
});

describe("a definition", () => {
  it.each(cases)("of $kind names no argument and no output that the document does not have", ({ kind, definition }) => {
    const { request, response } = documented[kind] ?? { request: "", response: "" };
    // What never travels is between the program and the provider; resources passed as services become the lists by id.
    const args = [...words(request).map(camel), ...definition.pathArgs, "services"];
    const isOwn = (name: string) => definition.args[name]?.local === true;
    expect(Object.keys(definition.args).filter((name) => !args.includes(name) && !isOwn(name))).toEqual([]);
    const outputs = words(response).map((name) => elsewhere[name] ?? camel(name));
    expect(Object.keys(definition.outputs).filter((name) => !outputs.includes(name))).toEqual([]);
  });

  it.each(cases)("of $kind names every argument and every output of the document", ({ kind, definition }) => {
    const { request, response } = documented[kind] ?? { request: "", response: "" };
    expect(
      words(request)
        .map(camel)
        .filter((name) => definition.args[name] === undefined),
    ).toEqual([]);
    const known = { ...definition.args, ...definition.outputs };
    const outputs = words(response).map((name) => elsewhere[name] ?? camel(name));
    expect(outputs.filter((name) => name !== "id" && known[name] === undefined)).toEqual([]);
  });
});

describe("the way to the platform", () => {
  it.each(spelled)("spells a $kind with $title as the document does", ({ definition, program, request, path }) => {
    expect(membersToWire(definition.args, { ...program, ...path }, definition.pathArgs)).toEqual(request);
  });

  it.each(spelled)("finds nothing wrong with a $kind with $title", ({ definition, program, path }) => {
    expect(validate(definition.body, { ...program, ...path }, { creating: true })).toEqual([]);
  });
});

describe("the way back", () => {
  it.each(cases)("shows all of the answer of a $kind", ({ fixture, definition }) => {
    const known = { ...fixture.program, ...fixture.path };
    expect(membersFromWire(definition.body, fixture.response, known)).toEqual(fixture.outputs);
  });

  it.each(cases)("asks for no change of a $kind after its answer", ({ fixture, definition }) => {
    expect(changes(definition.body, { ...fixture.program, ...fixture.path }, fixture.outputs)).toEqual([]);
  });

  it.each(cases)(
    "finds the path's members of a $kind in its answer, where the document puts them",
    ({ kind, fixture, definition }) => {
      const inAnswer = kind !== "DeploymentTrigger";
      const seen = membersFromWire(definition.body, fixture.response, {});
      const path = Object.fromEntries(definition.pathArgs.map((name) => [name, seen[name]]));
      expect(path).toEqual(inAnswer ? fixture.path : { environmentId: undefined });
    },
  );

  it("shows a mask as it is where nothing better is known", () => {
    const seen = (kind: string): Values => {
      const { fixture, definition } = cases.find((each) => each.kind === kind) as (typeof cases)[number];
      return membersFromWire(definition.body, fixture.response, {});
    };
    expect(seen("ArgoCdConfig").argocdToken).toBe("REDACTED");
    expect(seen("TerraformService").terraformVariablesSource).toMatchObject({
      tfVars: [
        { key: "region", value: "eu-west-3", secret: false },
        { key: "password", secret: true },
      ],
    });
  });

  it("takes the id of the registry from the answer's registry", () => {
    const { fixture, definition } = cases.find(({ kind }) => kind === "Container") as (typeof cases)[number];
    const { registry_id: _, ...answer } = fixture.response;
    expect(membersFromWire(definition.body, answer, {}).registryId).toBe(ids.registry);
  });
});
