/** What `app-platform migrate` reads, and what it makes of it. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { singleFile } from "../../../../cli/export/files.js";
import { type Program, programFor } from "../../../../cli/export/program.js";
import { environmentDefaults } from "../../../../cli/export/selection.js";
import { comparedWith } from "../../../../cli/terraform/comparison.js";
import { adoptedBy, type Migration, migrationOf } from "../../../../cli/terraform/migration.js";
import { readState } from "../../../../cli/terraform/stateFile.js";
import { specifiedArguments } from "../../../../provider/resource/importedArguments.js";
import { withoutLineBreaks } from "../../../cli/support/exported-environment.js";
import { declaredBy } from "../../../cli/support/exported-program.js";
import type { Values } from "../../../support/provider.js";
import { holds } from "../../../support/seeds.js";
import { container, encoded, environment, migrated, newId, resource, stateOf } from "../../../terraform/state-of.js";
import { stateFile } from "../../../terraform/states.js";
import { connected, fakePlatform } from "../../support/fake-platform.js";

const programOf = ({ services, secrets: known }: Migration): Program =>
  programFor(services, { heading: ["A state."], environmentDefaults: environmentDefaults(services), known });
const textOf = (migration: Migration) => singleFile(programOf(migration))["index.ts"] ?? "";
const namesOf = ({ services }: Migration) => services.map(({ logicalName }) => logicalName);

/** What a state has of an environment, and of the deployments and stages in it. */
const environmentWith = (name: string, more: Values = {}) =>
  resource("environment", name, [{ attributes: { id: environment, project_id: newId(), name, ...more } }]);
const deployment = (name: string, desired_state = "RUNNING") =>
  resource("deployment", name, [{ attributes: { id: newId(), environment_id: environment, desired_state } }]);
const database = (attributes: Values) => {
  const own = { id: newId(), environment_id: environment, name: "db", type: "POSTGRESQL", version: "16" };
  return resource("database", "db", [{ attributes: { ...own, mode: "CONTAINER", ...attributes } }]);
};
const web = (attributes: Values = {}, more: Values = {}) => resource("container", "web", [container(attributes, more)]);

describe("resources of a Terraform state", () => {
  it("keep their names: that of the module comes first, and the key of `count` or `for_each` last", () => {
    const migration = migrated(
      resource("container", "web", [container({}, { index_key: 0 }), container({}, { index_key: 1 })]),
      resource("container", "web", [container()], { module: 'module.shop["eu"]' }),
      resource("container", "web-0", [container()]),
      resource("container", "class", [container()]),
      resource("container", "web", [container({}, { index_key: "a::b" })], { module: "module.x" }),
    );
    expect(namesOf(migration)).toEqual(["web-0", "web-1", "shop-eu-web", "web-0-2", "class", "x-web-a::b"]);
  });

  it("are recognized under any provider name, unlike types of other providers", () => {
    const other = (type: string, provider: string, attributes: Values) => ({
      ...{ mode: "managed", type, name: "x", provider: `provider["registry.terraform.io/${provider}"]` },
      instances: [{ attributes: { id: "1", ...attributes } }],
    });
    const own = (name: string, provider: string) => ({
      ...resource("container", name, [container()]),
      ...{ type: "acme_container", provider },
    });
    const migration = migrated(
      own("web", 'provider["registry.opentofu.org/acme/acme"].eu'),
      // As in an old state, without its source.
      own("api", "provider.platform.eu"),
      other("docker_container", "kreuzwerker/docker", { name: "db", image: "postgres" }),
      other("env0_environment", "env0/env0", { project_id: "p", name: "e" }),
      other("google_project", "hashicorp/google", { org_id: "o" }),
    );
    expect(namesOf(migration)).toEqual(["web", "api"]);
    const others = ["docker_container.x", "env0_environment.x", "google_project.x"];
    expect(migration.missing.map(({ address }) => address)).toEqual(others);
    expect(adoptedBy(migration)).toEqual(["acme_container.web", "acme_container.api"]);
  });

  it("are only those whose types begin with `--prefix`, if it's set", () => {
    const acme = { ...resource("container", "web", [container()]), type: "acme_container", provider: "" };
    const other = resource("container", "api", [container()]);
    const migration = migrationOf(readState(encoded(stateOf(acme, other)), "state"), "acme");
    expect(adoptedBy(migration)).toEqual(["acme_container.web"]);
  });

  it("are skipped with the reason if they are incomplete", () => {
    const migration = migrated(
      resource("container", "none", []),
      resource("container", "flat", [{ attributes_flat: { id: "1" } }]),
      resource("container", "new", [container({ id: null })]),
      resource("container", "old", [container(), container({}, { deposed: "4f1c2b3a" })]),
      resource("container", "partial", [container({ image_name: null })]),
    );
    expect(namesOf(migration)).toEqual(["old"]);
    expect(migration.missing.map(({ address, why }) => `${address}: ${why}`).sort()).toEqual([
      "platform_container.flat: the state has no attributes for it, or only in the form that Terraform used before 0.12",
      "platform_container.new: it has no ID: Terraform didn't create it",
      "platform_container.none: it has no instance: there is nothing to adopt",
      expect.stringContaining("platform_container.old: Terraform hadn't yet deleted an older object (00000000"),
      expect.stringContaining("platform_container.partial: a Container can't be like this: imageName is required"),
    ]);
  });
});

describe("duplicate resources of a Terraform state", () => {
  const twice = (type: string, attributes: Values, other: Values = {}) =>
    migrated(
      resource(type, "one", [{ attributes }]),
      resource(type, "two", [{ attributes: { ...attributes, ...other } }], { module: "module.again" }),
    );
  const clusterId = newId();
  const [id, organization_id] = [newId(), newId()];
  const own = container({ id: clusterId }).attributes as Values;

  it.each<[what: string, type: string, attributes: Values, other: Values]>([
    [
      "container with a domain",
      "container",
      { ...own, custom_domains: [{ id: newId(), domain: "shop.example.com" }] },
      {},
    ],
    ["container whose ID is in uppercase", "container", own, { id: clusterId.toUpperCase() }],
    ["project", "project", { id, organization_id, name: "shop" }, {}],
    [
      "argocd_credentials of one cluster",
      "argocd_credentials",
      { id, cluster_id: clusterId, argocd_url: "https://a.io", argocd_token: "t" },
      { id: newId() },
    ],
  ])("are adopted once, and leave Terraform's state under both addresses: %s", (_what, type, attributes, other) => {
    const [once, both] = [migrated(resource(type, "one", [{ attributes }])), twice(type, attributes, other)];
    expect(namesOf(both)).toEqual(namesOf(once));
    expect(adoptedBy(both)).toEqual([`platform_${type}.one`, `module.again.platform_${type}.two`]);
    expect(both.remarks).toContainEqual({
      address: `module.again.platform_${type}.two`,
      why: expect.stringMatching(`^it is the same .* as platform_${type}.one: the program adopts it once$`),
    });
  });

  it("become one trigger for two deployments of one environment", () => {
    const migration = migrated(web(), deployment("one"), deployment("two"));
    const triggers = migration.services.filter(({ definition }) => definition.kind === "DeploymentTrigger");
    expect(triggers.map(({ id, logicalName }) => [id, logicalName])).toEqual([[environment, "one"]]);
    expect(adoptedBy(migration)).toContain("platform_deployment.two");
  });
});

describe("Terraform external secrets", () => {
  const accessId = newId();
  const secret = (members: Values): Values => ({
    ...{ id: newId(), reference: "shop/db", secret_manager_access_id: accessId, description: null },
    ...members,
  });

  it("become `externalSecrets` of a service, or a Variable if they are an environment's or have a description", () => {
    const file = secret({ key: "KEYSTORE", mount_path: "/etc/keystore" });
    const secrets = [secret({ key: "DB_PASSWORD" }), secret({ key: "TOKEN", description: "for all" })];
    const migration = migrated(
      environmentWith("staging", { external_secrets: secrets.slice(0, 1), external_secret_files: [file] }),
      web({ external_secrets: secrets, external_secret_files: [file] }),
    );
    const service = migration.services.find(({ definition }) => definition.kind === "Container");
    expect(service?.values.externalSecrets).toEqual({
      DB_PASSWORD: { secretManagerAccessId: accessId, name: "shop/db" },
      KEYSTORE: { secretManagerAccessId: accessId, name: "shop/db", mountPath: "/etc/keystore" },
    });
    const variables = migration.services.filter(({ definition }) => definition.kind === "Variable");
    const common = { value: "shop/db", secretManagerAccessId: accessId };
    expect(variables.map(({ values }) => values)).toMatchObject([
      { ...common, key: "DB_PASSWORD", type: "EXTERNAL_SECRET" },
      { ...common, key: "KEYSTORE", type: "FILE_EXTERNAL_SECRET", mountPath: "/etc/keystore" },
      { ...common, key: "TOKEN", description: "for all" },
    ]);
    const text = textOf(migration);
    expect(text).toContain('value: "shop/db"');
    expect(text).not.toMatch(/requireSecret/);
  });

  it("use `secretManagerAccesses` of the cluster, with its keys as secrets in `config`", () => {
    const region = "eu-west-3";
    const keys = { access_key: "key-1", secret_key: "a secret key", role_arn: null, json_credentials: null };
    const access = {
      ...{ id: accessId, name: "shop", endpoint: { type: "AWS_SECRET_MANAGER", region, project_id: null } },
      authentication: { type: "AWS_STATIC_CREDENTIALS", region, ...keys },
    };
    const place = { id: newId(), organization_id: newId(), name: "main", region, cloud_provider: "AWS" };
    const attributes = { ...place, secret_manager_accesses: [access] };
    const migration = migrated(resource("cluster", "main", [{ attributes }]));
    expect(migration.remarks.filter(({ why }) => why.includes("counterpart"))).toEqual([]);
    expect(migration.services[0]?.values.secretManagerAccesses).toEqual([
      {
        ...{ id: accessId, name: "shop", endpoint: { awsSecretManager: { region } } },
        authentication: { awsStaticCredentials: { region, accessKey: "key-1", secretKey: "a secret key" } },
      },
    ]);
    expect(textOf(migration)).toContain("requireSecret");
    expect(textOf(migration)).not.toContain("a secret key");
  });
});

describe("Terraform deployments", () => {
  it("stay in Terraform's state if there is nothing to deploy or `desired_state` is unknown", () => {
    const migration = migrated(
      resource("environment", "other", [{ attributes: { id: newId(), project_id: newId(), name: "other" } }]),
      ...[deployment("running"), deployment("deleted", "DELETED")],
    );
    expect(adoptedBy(migration)).toEqual(["platform_environment.other"]);
    expect(migration.missing).toEqual([
      { address: "platform_deployment.deleted", why: expect.stringContaining("`desired_state` DELETED has no") },
      { address: "platform_deployment.running", why: expect.stringContaining("there is nothing to deploy") },
    ]);
  });

  it("stay in Terraform's state if STOPPED while one of the same environment is RUNNING", () => {
    const [running, stopped] = [deployment("running"), deployment("stopped", "STOPPED")];
    const both = migrated(web(), running, stopped);
    expect(adoptedBy(both)).toEqual(["platform_container.web", "platform_deployment.running"]);
    const why = "platform_deployment.running deploys the same environment: a program declares only one of the two";
    expect(both.missing).toEqual([{ address: "platform_deployment.stopped", why }]);
    expect(adoptedBy(migrated(running, stopped))).toEqual(["platform_deployment.stopped"]);
  });
});

describe("Terraform deployment", () => {
  const kindFor = (desired_state: string) => {
    const { services, remarks } = migrated(web(), deployment("it", desired_state));
    const found = services.find(({ logicalName }) => logicalName === "it");
    return [found?.definition.kind, found?.id, remarks.map(({ why }) => why)];
  };

  it("becomes a DeploymentTrigger if RUNNING or RESTARTED, a StoppedEnvironment if STOPPED", () => {
    expect(kindFor("RUNNING")).toEqual(["DeploymentTrigger", environment, []]);
    expect(kindFor("STOPPED")).toEqual(["StoppedEnvironment", environment, []]);
    const restarted = ["DeploymentTrigger", environment, [expect.stringContaining("restarts none")]];
    expect(kindFor("RESTARTED")).toEqual(restarted);
  });
});

describe("Terraform cluster", () => {
  const text = (attributes: Values) => {
    const named = { id: newId(), organization_id: newId(), name: "dc", region: "on-premise", cloud_provider: "AWS" };
    const migration = migrated(resource("cluster", "dc", [{ attributes: { ...named, ...attributes } }]));
    return [textOf(migration), programOf(migration).secrets.map(({ value }) => value), migration.remarks];
  };
  const kubeconfig = "apiVersion: v1\nclusters: []\n";

  it("becomes a Cluster with `state` STOPPED if it is STOPPED, and otherwise without `state`", () => {
    const [stopped, , remarks] = text({ state: "STOPPED" });
    expect(stopped).toContain('state: "STOPPED"');
    for (const state of ["DEPLOYED", "READY", "STOP_ERROR", null])
      expect(text({ state })).toEqual([expect.not.stringContaining("state:"), [], remarks]);
  });

  it("gets a secret `eksAnywhereKubeconfig` only if it is PARTIALLY_MANAGED", () => {
    const [own, secrets] = text({ kubernetes_mode: "PARTIALLY_MANAGED", kubeconfig });
    expect(own).toMatch(/eksAnywhereKubeconfig: \w+,/);
    expect(own).not.toContain("clusters: []");
    expect(secrets).toEqual([kubeconfig]);
    const [made, none] = text({ kubernetes_mode: "MANAGED", kubeconfig });
    expect([made, none]).toEqual([expect.not.stringContaining("ubeconfig"), []]);
  });
});

describe("migration of a Terraform state", () => {
  const all = migrationOf(readState(readFileSync(stateFile("c")), "c"));

  it("omits `cpu` and `memory` of a MANAGED database, and `instance_type` of a database with mode CONTAINER", () => {
    const managed = textOf(
      migrated(database({ mode: "MANAGED", cpu: 250, memory: 256, instance_type: "db.t3.micro" })),
    );
    expect(managed).toContain('instanceType: "db.t3.micro"');
    expect(managed).not.toMatch(/cpu:|memory:/);
    const inContainer = textOf(migrated(database({ mode: "CONTAINER", cpu: 750, memory: 1024, instance_type: "x" })));
    expect(inContainer).toMatch(/cpu: 750/);
    expect(inContainer).not.toContain("instanceType");
  });

  it("sets the `accessibility` of a database if it is PUBLIC, and omits the default PRIVATE", () => {
    expect(textOf(migrated(database({ accessibility: "PUBLIC" })))).toContain('accessibility: "PUBLIC"');
    expect(textOf(migrated(database({ accessibility: "PRIVATE" })))).not.toContain("accessibility");
  });

  it("omits `login` and `password` of a database", () => {
    expect(textOf(migrated(database({ login: "app", password: "hunter2-hunter2" })))).not.toMatch(
      /hunter2|login|password/,
    );
  });

  it.each([
    [
      "`provider` of a `git_repository` is a guess",
      "platform_application.packs",
      "`git_repository.provider` is a guess",
    ],
    ["the resource is tainted", "platform_container.tainted", "it is tainted: Terraform would replace it"],
  ])("has a remark if %s", (_, address, why) => {
    expect(all.remarks).toContainEqual({ address, why: expect.stringContaining(why) });
  });
});

it("migrate names the arguments that the first `pulumi up` sends once, since no response contains them (`argocdToken`)", () => {
  const attributes = { id: newId(), cluster_id: newId(), argocd_url: "https://a.example", argocd_token: "t0ken-value" };
  const { remarks } = migrated(resource("argocd_credentials", "gitops", [{ attributes }]));
  const why = "the first `pulumi up` sends it once, since responses don't show `argocdToken`";
  expect(remarks).toEqual([{ address: "platform_argocd_credentials.gitops", why }]);
  const credentials = why.replace("since", "if").replace("argocdToken", "cloudProviderCredentials");
  const all = migrationOf(readState(readFileSync(stateFile("c")), "c")).remarks;
  expect(all).toContainEqual({ address: "platform_cluster.aws", why: credentials });
});

it("migrate writes one secret for several resources, with a comment that names each", () => {
  const secrets = [{ id: newId(), key: "TOKEN", value: "same-secret-value" }];
  const [staging, production] = [container({ secrets }), container({ secrets, environment_id: newId() })];
  const both = [resource("container", "staging", [staging]), resource("container", "production", [production])];
  const text = textOf(migrated(...both));
  expect(text).toContain('// Used by Container "staging", Container "production"\nconst');
  expect(text.match(/requireSecret/g)).toHaveLength(1);
});

it("migrate writes a variable called __proto__ as a resource", () => {
  const variable = { id: newId(), key: "__proto__", value: "x", description: null };
  const text = textOf(migrated(web({ environment_variables: [variable] })));
  expect(text).toMatch(/new Variable\("web-__proto__", \{[^;]*key: "__proto__",\s+value: "x"/);
  expect(text).not.toContain("variables:");
});

describe("aliases and overrides in a Terraform state", () => {
  const variable = (key: string, value = "") => ({ id: newId(), key, value, description: null });
  const [shared, own, builtIn] = [variable("LEVEL"), variable("LEVEL"), variable("POSTGRESQL_Z1_HOST")];
  const aliases = (value: string) => ({ environment_variable_aliases: [variable("A", value)] });
  const overrides = (key: string, value = "") => ({ environment_variable_overrides: [variable(key, value)] });
  const around = environmentWith("prod", { environment_variables: [shared] });

  it.each<[string, Values, RegExp]>([
    ["of the environment", aliases("LEVEL"), /aliasOf: prodLevel\.id/],
    [
      "of the service before that of the environment",
      { ...aliases("LEVEL"), environment_variables: [own] },
      new RegExp(`aliasOf: "${own.id}"`),
    ],
    [
      "that the platform has created",
      { ...aliases("POSTGRESQL_Z1_HOST"), built_in_environment_variables: [builtIn] },
      new RegExp(`aliasOf: "${builtIn.id}"`),
    ],
    ["of the environment by `overrides`", overrides("LEVEL", "x"), /overrides: prodLevel\.id/],
  ])("refer to a variable %s", (_, attributes, reference) => {
    expect(textOf(migrated(around, web(attributes)))).toMatch(reference);
  });

  it.each<[what: string, label: string, Values]>([
    ["an alias", "alias A", aliases("ELSEWHERE")],
    ["an override", "override ELSEWHERE", overrides("ELSEWHERE")],
  ])("are reported if nothing in the state has the key: %s", (_what, label, attributes) => {
    const why = `${label}: the state doesn't have the variable ELSEWHERE that`;
    const migration = migrated(around, web(attributes));
    expect(migration.remarks).toContainEqual({ address: "platform_container.web", why: expect.stringContaining(why) });
    expect(textOf(migration)).not.toContain("ELSEWHERE");
  });
});

it("migrate writes `after` in the stages that is_after and is_before order", () => {
  const [a, b, c] = [newId(), newId(), newId()] as [string, string, string];
  const stage = (name: string, id: string, order: Values = {}) => {
    const none = { description: null, is_after: null, is_before: null };
    const attributes = { id, environment_id: environment, name: id, ...none, ...order };
    return resource("deployment_stage", name, [{ attributes }]);
  };
  const text = textOf(migrated(stage("a", a, { is_before: b }), stage("b", b), stage("c", c, { is_after: b })));
  expect(text).toMatch(/const b = [^;]*after: a\.id/);
  expect(text).toMatch(/const c = [^;]*after: b\.id/);
});

it("migrate writes the skipped services of a stage in `services` and in `skippedServices`", () => {
  const stage = newId();
  const attributes = { id: stage, environment_id: environment, name: "data", description: null };
  const service = (name: string, is_skipped: boolean) =>
    resource("container", name, [container({ name, deployment_stage_id: stage, is_skipped })]);
  const data = resource("deployment_stage", "data", [{ attributes }]);
  const text = textOf(migrated(data, service("web", true), service("api", false)));
  expect(text).toMatch(/ services: \[\s*web\.id,\s*api\.id,\s*\]/);
  expect(text).toContain("skippedServices: [web.id]");
});

describe("secrets of a Terraform state", () => {
  const marked = [[{ type: "get_attr", value: "environment_variables" }]];
  const variable = (key: string, value = "s3cr3tpw") => ({ id: newId(), key, value, description: null });
  const url = "postgres://app:s3cr3tpw@db/x";
  const overridden = variable("F", "open");
  const around = environmentWith("prod", { environment_variables: [overridden, variable("PASSWORD", "")] });
  const sensitive = { sensitive_attributes: marked };
  const twice = { secrets: [variable("S")], arguments: ["--x", "a=s3cr3tpw;"] };

  it.each<[string, Values, Values?]>([
    ["a variable with a password in a URL", { environment_variables: [variable("URL", url)] }],
    ["a variable with a secret name", { environment_variables: [variable("API_TOKEN")] }],
    ["a variable marked as sensitive", { environment_variables: [variable("A")] }, sensitive],
    ["a file", { secret_files: [{ ...variable("F"), mount_path: "/f" }] }],
    ["an override", { secret_overrides: [variable("F")] }],
    ["a readable override", { environment_variable_overrides: [variable("PASSWORD")] }],
    ["a secret that another text contains", twice],
    ["a short secret", { secrets: [variable("S", "wh-1")], arguments: ["wh-1"] }],
    ["an argument after --password", { arguments: ["--password", "s3cr3tpw"] }],
    ["an unknown attribute with a secret name", { api_password: "s3cr3tpw", arguments: ["s3cr3tpw"] }],
  ])("are moved to the configuration: %s", (_, attributes, more) => {
    const migration = migrated(around, web(attributes, more));
    expect(textOf(migration)).not.toMatch(/s3cr3tpw|wh-1/);
    expect(programOf(migration).secrets.map(({ value }) => value)).toEqual([
      expect.stringMatching(/^(s3cr3tpw|wh-1)$/),
    ]);
  });

  it("are unwrapped with pulumi.unsecret in variables that the platform shows (`secret: false`)", () => {
    const overrides = { environment_variable_overrides: [variable("PASSWORD")] };
    const text = textOf(migrated(around, web({ environment_variables: [variable("URL", url)], ...overrides })));
    expect(text).toContain("secret: false,");
    expect(text).toContain("value: pulumi.unsecret(");
  });

  it("include sensitive outputs and sensitive attributes of other providers", () => {
    const sensitive_attributes = [[{ type: "get_attr", value: "result" }]];
    const random = {
      ...{ mode: "managed", type: "random_password", name: "db", provider: 'provider["hashicorp/random"]' },
      instances: [{ attributes: { id: "none", result: "r4ndom-pw" }, sensitive_attributes }],
    };
    const token = { value: ["out-s3cret"], type: ["list", "string"], sensitive: true };
    const state = { ...stateOf(web({ arguments: ["r4ndom-pw", "out-s3cret"] }), random), outputs: { token } };
    const text = textOf(migrationOf(readState(encoded(state), "x")));
    expect(text).not.toMatch(/r4ndom-pw|out-s3cret/);
  });
});

it("migrate reports a registry only if the state has no credentials for it", () => {
  const of = (name: string, config: Values) => {
    const attributes = { id: newId(), organization_id: newId(), name, kind: "DOCKER_HUB", config };
    return resource("container_registry", name, [{ attributes }]);
  };
  const { remarks } = migrated(of("open", {}), of("closed", { username: "acme", password: "s3cr3tpw" }));
  const why = "the state has no credentials for it. If it needs some, set them in `config`";
  expect(remarks).toEqual([{ address: "platform_container_registry.open", why }]);
});

describe("Terraform state of all types", () => {
  const migration = migrationOf(readState(readFileSync(stateFile("c")), "c"));

  it("has a counterpart or a reported reason for each instance", () => {
    const { resources } = JSON.parse(readFileSync(stateFile("c"), "utf8")) as { resources: Values[] };
    const managed = resources.filter(({ mode }) => mode === "managed");
    const reported = new Set([...adoptedBy(migration), ...migration.missing.map(({ address }) => address)]);
    const whole = (each: Values) => [each.module, each.type, each.name].filter((part) => part !== undefined).join(".");
    const forgotten = managed.map(whole).filter((address) => ![...reported].some((each) => each.startsWith(address)));
    expect(forgotten).toEqual([]);
  });

  it.each([
    ["a role of AWS", /const role = new CloudCredentials\("role", \{[^;]*aws: \{ roleArn: "[^"]+:role\/deploy" \}/],
    ["an access key of AWS", /aws: \{ accessKeyId: "AKIAEXAMPLE", secretAccessKey: staticCloudCredentialsSec\w+ \}/],
    ["a key of Google Cloud", /gcp: \{ serviceAccountKey: saServiceAccountKey \}/],
    [
      "an API key of Scaleway",
      /scaleway: \{\s+accessKey: \w+,\s+secretKey: scwSecretKey,\s+projectId: "[^"]+5c1",\s+organizationId: "[^"]+5c2" \}/,
    ],
    ["the credentials of a cluster", /cloudProviderCredentials: \{ credentials: \{ id: role\.id \} \}/],
    ["the features of a cluster by name", /\{ id: "KARPENTER", karpenter: \{ spotEnabled: true, diskSizeInGib: 50, /],
    ["a feature without settings", /, \{ id: "STATIC_IP", value: true \}\]/],
    ["the DNS provider in its cluster", /cloudflare: \{ email: "admin@example\.com", apiToken: \w+ \} \}/],
    ["credentials for vSphere", /aws: \{ vsphere: \{ user: "admin", password: \w+ \}, roleArn: "[^"]+:role\/dc" \}/],
    ["a stopped cluster", /name: "gcp-test",[^;]* state: "STOPPED" \}\)/],
    ["a stopped environment", /new StoppedEnvironment\("stopped", \{ environmentId: /],
    ["a destination of Argo CD", /agentClusterId: aws\.id, argocdClusterUrl: "[^"]+", clusterId: gcp\.id/],
    [
      "a member, by the email address",
      /new OrganizationMember\("dev[^"]*", \{[^;]*adoptId: "dev@example.com", email: "dev@example.com", roleId: dev.id/,
    ],
    ["a cluster's routes", /routingTable: \[\{ destination: "[\d./]+", target: "tgw-0123", description: "office" \}/],
  ])("becomes a program with %s", (_, expected) => {
    expect(withoutLineBreaks(textOf(migration))).toMatch(expected);
  });

  it("leaves no secret of credentials in the program", () => {
    expect(textOf(migration)).not.toMatch(/s3cret|gcp-private|t0ken/);
    const secrets = programOf(migration).secrets.map(({ value }) => value);
    expect(secrets).toEqual(expect.arrayContaining(["aws-s3cret", "scw-s3cret", "vsphere-s3cret", "cf-t0ken"]));
    expect(secrets).toContainEqual(expect.stringContaining("gcp-private"));
  });

  const keepIt = "keep it in Terraform, or manage it as an ApiObject";
  it.each([
    ["platform_api_token.ci", "the program has no `token`, which no response contains again: keep it where it's used"],
    ["platform_blueprint.of_a_later_version", `this version has no counterpart for it: ${keepIt}`],
    ["platform_deployment.restarted", "no service of its environment is in the state: there is nothing to deploy"],
  ])("has a remark on %s", (address, why) => {
    expect([...migration.missing, ...migration.remarks]).toContainEqual({ address, why });
  });
});

describe("cloud credentials in a Terraform state", () => {
  const organizationId = "00000000-0000-4000-9000-0000000000f1";
  const id = "00000000-0000-4000-9000-0000000000f2";
  const place = { id, organization_id: organizationId, name: "main" };
  const of = (type: string, attributes: Values) =>
    migrated(resource(`${type}_credentials`, "main", [{ attributes: { ...place, ...attributes } }]));

  it.each<[type: string, attributes: Values, args: Values]>([
    [
      "gcp",
      { gcp_credentials: null, service_account_email: "a@acme.iam", workload_identity_provider_resource: "projects/1" },
      { gcp: { serviceAccountEmail: "a@acme.iam", workloadIdentityProviderResource: "projects/1" } },
    ],
    [
      "azure",
      { azure_subscription_id: "s", azure_tenant_id: "t", azure_application_id: "a" },
      { azure: { subscriptionId: "s", tenantId: "t" } },
    ],
  ])("become arguments of %s without a remark if the state has nothing else", (type, attributes, args) => {
    const { services, missing, remarks } = of(type, attributes);
    const [specified] = services.map(({ definition, values }) => specifiedArguments(definition, values).args);
    expect(specified).toEqual({ organizationId, name: "main", ...args });
    expect([missing, remarks]).toEqual([[], []]);
  });

  const platform = fakePlatform();
  const shown = { id, name: "main", access_key_id: "AKIDEXAMPLE", object_type: "AWS" };

  it.each<[title: string, response: Values, remark: string | undefined]>([
    ["the same values", shown, undefined],
    ["another access key", { ...shown, access_key_id: "AKIDOTHER" }, " in Terraform's state, "],
  ])("are compared with the response of one GET in the path of their cloud: %s", async (_, response, remark) => {
    const line = `GET /organization/${organizationId}/aws/credentials/${id}`;
    platform.on(line, [200, response]);
    const { services } = of("aws", { access_key_id: "AKIDEXAMPLE", secret_access_key: "s3cr3tpw", role_arn: null });
    const found = await comparedWith(connected(platform.url, { endpoints: "extended" }).platform, services, []);
    expect(platform.lines()).toEqual([line]);
    expect(found?.remarks.map(({ why }) => why)).toEqual(remark === undefined ? [] : [expect.stringContaining(remark)]);
    const aws = { accessKeyId: response.access_key_id, secretAccessKey: "s3cr3tpw" };
    expect(found?.services[0]?.values).toMatchObject({ aws });
  });
});

it("migrate converts any names, keys and values", async () => {
  const name = fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/);
  const key = fc.option(fc.oneof(fc.nat(3), fc.string({ unit: "binary", maxLength: 6 })), { nil: undefined });
  const hard = fc.constantFrom("\u0024{a}", "`", "\\", '"', "\u0024\u0024{", "*/", "</script>", "\u2028", "class");
  const text = fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 12 }), hard);
  const module = fc.constantFrom(undefined, "module.a", 'module.b["\u0024\u0024{c}"]');
  const property = fc.property(fc.array(fc.record({ name, key, text, module }), { maxLength: 6 }), (all) => {
    const resources = all.map(({ name, key: index_key, text, module }) => {
      const variables = [{ id: newId(), key: "K", value: text, description: "d" }];
      const attributes = { name, arguments: [text], environment_variables: variables };
      const instance = container(attributes, index_key === undefined ? {} : { index_key });
      return resource("container", name, [instance], module === undefined ? {} : { module });
    });
    const program = programOf(migrated(...resources));
    const declared = declaredBy(singleFile(program), program);
    const names = declared.map(({ kind, resourceName }) => `${kind} ${resourceName}`);
    expect(new Set(names).size).toBe(2 * all.length);
    const containers = declared.filter(({ kind }) => kind === "Container");
    const specified = containers.map(({ args }) => [args.name, (args.arguments as string[])[0]]);
    expect(specified.sort()).toEqual(all.map(({ name, text }) => [name, text]).sort());
  });
  await holds(property, 100);
});
