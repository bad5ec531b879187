import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Body, bodies } from "./bodies.js";
import { type EventStream, openEvents } from "./event-stream.js";
import { opened } from "./opened.js";
import { services } from "./services.js";

const { platform, local: localRequest, inEnvironment } = opened({ endpoints: "extended" });
let events: EventStream;
/** A secret variable of the project. */
let secretVariable: string;
let container: string;
beforeAll(async () => {
  events = await openEvents(platform.url, platform.ids.environment);
  const parent = { variable_scope: "PROJECT", variable_parent_id: platform.ids.project };
  const body = { key: "PROJECT_KEY", value: plant(), is_secret: true, ...parent };
  secretVariable = (await platform.request("POST", "/variable", { body })).body.id;
  const owner = { ...bodies.container.minimal(platform.ids), name: "owner" };
  container = (await platform.request("POST", inEnvironment("container"), { body: owner })).body.id;
});
afterAll(() => events.close());

let planted = 0;
const secrets: string[] = [];
/** A secret that nothing else contains. */
function plant(): string {
  planted += 1;
  const secret = `s3cr3t${planted}Zq`;
  secrets.push(secret);
  return secret;
}

const local = async (path: string) => JSON.stringify((await localRequest("GET", path)).body);

/** Everything that the dashboard can read. */
async function everything(): Promise<string> {
  const { results, total } = (await platform.request("GET", "/_local/requests/log")).body;
  expect(results).toHaveLength(total);
  const details = await Promise.all(results.map(({ id }: Body) => local(`requests/${id}`)));
  const environments = [platform.ids.environment, platform.ids.otherEnvironment];
  const contents = await Promise.all(environments.map((id) => local(`environments/${id}/content`)));
  const belongings = await Promise.all(environments.map((id) => local(`environments/${id}/belongings`)));
  const content = contents.map((each) => JSON.parse(each));
  const of = (list: "services" | "deployments") =>
    content.flatMap((each) => each[list].map(({ id }: Body) => local(`${list}/${id}`)));
  const rows = await Promise.all([...of("services"), ...of("deployments")]);
  const lists = await Promise.all(
    ["info", "overview", "organization", "requests/log", "faults", "snapshots"].map(local),
  );
  return [...details, ...contents, ...belongings, ...rows, ...lists].join("\n");
}

/** The path of a request, and its body with a secret in it. */
type Place = () => { method?: string; path: string; body?: unknown; headers?: Record<string, string>; token?: string };

const argoCd = () => `/cluster/${platform.ids.cluster}/argoCdConfig`;
let names = 0;
/** A service with a name of its own, unless the members have one. */
const service = (body: Body, members: Body): Body => ({ ...body, name: `service-${++names}`, ...members });
const toContainer = (members: Body) => ({
  path: inEnvironment("container"),
  body: service(bodies.container.full(platform.ids), members),
});
const toApplication = (git_repository: Body) => ({
  path: inEnvironment("application"),
  body: service(bodies.application.minimal(platform.ids), { git_repository }),
});
const toTerraform = (members: Body) => ({
  path: inEnvironment("terraform"),
  body: service(bodies.terraform.full(platform.ids), members),
});
const toVariables = (variable: Body, members: Body = {}) =>
  toTerraform({ terraform_variables_source: { tf_var_file_paths: [], tf_vars: [variable] }, ...members });
const toScaler = (members: Body) =>
  toContainer({
    min_running_instances: 1,
    max_running_instances: 3,
    autoscaling: { mode: "KEDA", scalers: [{ scaler_type: "cron", role: "PRIMARY", ...members }] },
  });
const toArguments = (...args: string[]) => toContainer({ arguments: args });
const toCluster = (members: Body) => ({
  method: "PUT",
  path: `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`,
  body: { name: "main", region: "eu-west-3", cloud_provider: "AWS", ...members },
});
const toArgoCd = (body: unknown) => ({ path: argoCd(), body });
const toOrganization = (kind: string, members: Body) => ({
  path: `/organization/${platform.ids.organization}/${kind}`,
  body: { name: `record-${++names}`, ...members },
});
const toRegistry = (kind: string, config: Body) =>
  toOrganization("containerRegistry", { kind, config, url: "https://registry.example.org" });
const toVariable = (members: Body) => ({
  path: "/variable",
  body: { variable_scope: "ENVIRONMENT", variable_parent_id: platform.ids.environment, ...members },
});

const toImport = (name: string, is_secret: boolean, value: string) => ({
  path: `/variable/import?service_type=CONTAINER&service_id=${container}`,
  body: { overwrite: true, vars: [{ name, value, scope: "CONTAINER", is_secret }] },
});

/** Where a secret belongs, and where people put one all the same. `accepted` are requests that the platform accepts. */
const accepted: Record<string, Place> = {
  "a GitOps token": () => toArgoCd({ argocd_url: "https://argocd.example.org", argocd_token: plant() }),
  "a GitOps URL": () =>
    toArgoCd({ argocd_url: `https://${plant()}:${plant()}@argocd.example.org`, argocd_token: plant() }),
  "the token of git": () => toOrganization("gitToken", { type: "GITHUB", token: plant() }),
  "the key of a registry on AWS": () =>
    toRegistry("ECR", { region: "a", access_key_id: "b", secret_access_key: plant() }),
  "the key of a registry on Scaleway": () =>
    toRegistry("SCALEWAY_CR", {
      ...{ region: "a", scaleway_access_key: "b", scaleway_secret_key: plant(), scaleway_project_id: "c" },
    }),
  "the key of a registry on Google Cloud": () =>
    toRegistry("GCP_ARTIFACT_REGISTRY", { region: "a", json_credentials: plant() }),
  "the password of a registry": () => toRegistry("GENERIC_CR", { username: "a", password: plant() }),
  "the password of a Helm repository": () =>
    toOrganization("helmRepository", {
      ...{ kind: "HTTPS", url: "https://charts.example.org", skip_tls_verification: false },
      config: { username: "a", password: plant() },
    }),
  "the key of AWS": () =>
    toOrganization("aws/credentials", { type: "AWS_STATIC", access_key_id: "a", secret_access_key: plant() }),
  "the key of Google Cloud": () =>
    toOrganization("gcp/credentials", { credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: plant() }),
  "the key of Scaleway": () =>
    toOrganization("scaleway/credentials", {
      ...{ scaleway_access_key: "a", scaleway_secret_key: plant() },
      ...{ scaleway_project_id: "b", scaleway_organization_id: "c" },
    }),
  "a secret variable": () => toVariables({ key: "x", value: plant(), secret: true }),
  "a variable with a telling key": () => toVariables({ key: "db_password", value: plant() }),
  "arguments of Terraform": () =>
    toTerraform({ action_extra_arguments: { plan: ["-var", `db_password=${plant()}`], apply: ["--token", plant()] } }),
  "a Dockerfile fragment": () =>
    toTerraform({
      dockerfile_fragment: { type: "inline", content: `ENV API_TOKEN ${plant()}\nARG SECRET=${plant()}` },
    }),
  "a git URL": () => toApplication({ url: `https://${plant()}@github.com/a/b.git`, provider: "GITHUB" }),
  "a trigger authentication": () =>
    toScaler({ config_yaml: "x: 1", trigger_authentication: { name: "auth", config_yaml: plant() } }),
  "the configuration of a scaler": () =>
    toScaler({
      config_json: { password: plant(), nested: [{ apiKey: plant() }, { url: `redis://:${plant()}@host` }] },
    }),
  "the YAML of a scaler": () =>
    toScaler({
      config_yaml: `password: |\n  ${plant()}\n  ${plant()}\ntoken: "${plant()}"\nsecretKey: ${plant()} ${plant()}`,
    }),
  "a connection string": () =>
    toArguments(
      `--db=postgres://user:${plant()}@db/orders`,
      `postgres://u:p/${plant()}@db`,
      `Server=db;Password=${plant()};`,
    ),
  "flags with secrets": () =>
    toArguments(
      ...["--password", plant(), `--api-key=${plant()}`, "-u", `admin:${plant()}`],
      ...["sh", "-c", `PGPASSWORD=${plant()} psql`],
    ),
  "headers in a command": () =>
    toArguments("-H", `Authorization: Bearer ${plant()}`, `curl -u admin:${plant()} x`, `mysql -p${plant()} -h db`),
  "a probe's command": () =>
    toContainer({
      healthchecks: { liveness_probe: { type: { exec: { command: ["redis-cli", "--pass", plant()] } } } },
    }),
  "the command of a job": () => ({
    path: inEnvironment("job"),
    body: service(bodies.job.minimal(platform.ids), {
      schedule: { on_start: { arguments: [`--token=${plant()}`], entrypoint: `run --secret ${plant()}` } },
    }),
  }),
  "a private key": () =>
    toContainer({ description: `-----BEGIN RSA PRIVATE KEY-----\n${plant()}\n-----END RSA PRIVATE KEY-----` }),
  "cluster credentials": () =>
    toCluster({ cloud_provider_credentials: { credentials: { id: plant(), name: plant() } } }),
  "the alert manager's secret": () =>
    toCluster({
      metrics_parameters: {
        enabled: true,
        configuration: {
          kind: "MANAGED_BY_PLATFORM",
          alerting: { enabled: true, spec_config_secret: plant(), default_rule_labels: { auth_token: plant() } },
        },
      },
    }),
  "the name of a service": () => toContainer({ name: `redis://:${plant()}@${names}`, tag: `token=${plant()}` }),
  "a member that does not exist": () =>
    toContainer({
      api_tokn: plant(),
      nested: { deep: [plant(), { deeper: plant() }] },
      count: Number(`7${names}4411${planted}`),
    }),
  "a secret variable of an environment": () => toVariable({ key: "X", value: plant(), is_secret: true }),
  "a plain variable with a telling key": () => toVariable({ key: "SIGNING_KEY", value: plant(), is_secret: false }),
  "a variable with a connection string": () =>
    toVariable({ key: "DATABASE", value: `postgres://u:${plant()}@db`, is_secret: false }),
  "a secret variable of several": () => toImport("X", true, plant()),
  "a plain variable of several with a telling key": () => toImport("SIGNING_KEY", false, plant()),
  "the new value of a variable": () => ({
    method: "PUT",
    path: `/variable/${secretVariable}`,
    body: { key: "ROTATED", value: plant() },
  }),
  "the value of an override": () => ({
    path: `/variable/${secretVariable}/override`,
    body: { value: plant(), override_scope: "ENVIRONMENT", override_parent_id: platform.ids.environment },
  }),
  "a header": () => ({
    method: "GET",
    path: inEnvironment("container"),
    headers: { "x-api-key": plant(), cookie: plant() },
  }),
  "an unknown query parameter": () => ({
    method: "GET",
    path: `${inEnvironment("container")}?token=${plant()}&${plant()}`,
  }),
};

const refused: Record<string, Place> = {
  "a variable with a flag that is missing": () => toVariable({ key: "Y", value: plant() }),
  "a parent of variables that is a token": () => ({
    method: "GET",
    path: `/variable?scope=ENVIRONMENT&parent_id=${plant()}`,
  }),
  "a misspelled token": () => toArgoCd({ argocd_url: "https://x.example", argocd_tokn: plant() }),
  "a token of the wrong type": () => toArgoCd({ argocd_url: "https://x.example", argocd_token: [plant()] }),
  "a token as the URL": () => toArgoCd({ argocd_url: { value: plant() }, argocd_token: plant() }),
  "a variable with a misspelled flag": () => toVariables({ key: "x", value: plant(), scret: true }, { engine: 7 }),
  "a variable with a flag that is text": () => toVariables({ key: "x", value: plant(), secret: "true" }),
  "a git token instead of its id": () =>
    toApplication({ url: "https://github.com/a/b.git", provider: "GITHUB", git_token_id: plant() }),
  "a text in place of a number": () => toContainer({ cpu: plant(), ports: plant() }),
  "an object in place of a text": () => toContainer({ description: { x: plant() } }),
  "JSON that is cut off": () => toArgoCd(`{"argocd_token": "${plant()}"`),
  "a text that isn't JSON": () => toArgoCd(`token=${plant()}`),
  "a text as the body": () => toArgoCd(JSON.stringify(plant())),
  "a list as the body": () => toArgoCd([{ argocd_token: plant() }]),
  "a value of the query": () => ({ method: "GET", path: `${inEnvironment("job")}?toUpdate=${plant()}` }),
  "an id in the path": () => ({ method: "GET", path: `/container/${plant()}` }),
  "an unknown path": () => ({ method: "GET", path: `/secret/${plant()}` }),
  "an encoded path": () => ({ method: "GET", path: `/container/%7B${plant()}%7D` }),
  "an access token": () => ({ method: "GET", path: inEnvironment("container"), token: plant() }),
  "the name of a service that exists": () =>
    toContainer({ name: "service-1", secret_note: plant(), healthchecks: plant() }),
};

async function send(place: Place) {
  const { method = "POST", path, body, headers, token } = place();
  const response = await platform.request(method, path, { body, ...(headers && { headers }), ...(token && { token }) });
  return response.status;
}

describe("the dashboard", () => {
  it.each(Object.keys(accepted))("is sent a secret that it must not show: %s", async (name) => {
    expect(await send(accepted[name] as Place)).toBeLessThan(300);
  });

  it.each(Object.keys(refused))("is sent a secret in a request that is refused: %s", async (name) => {
    expect(await send(refused[name] as Place)).toBeGreaterThanOrEqual(400);
  });

  it("shows none of these secrets, wherever it is read", async () => {
    // Read once through the API as well, so that the responses of reads are in the log.
    for (const path of services) {
      await platform.request("GET", inEnvironment(path));
    }
    await platform.request("GET", `/variable?scope=ENVIRONMENT&parent_id=${platform.ids.environment}`);
    await platform.request("GET", argoCd());
    for (const path of ["cluster", "credentials", "aws/credentials"])
      await platform.request("GET", `/organization/${platform.ids.organization}/${path}`);
    const cluster = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
    const { body: kubeconfig } = await platform.request("GET", `${cluster}/kubeconfig`);
    secrets.push(
      ...[/token: (.+)/, /certificate-authority-data: (.+)/].map((line) => line.exec(kubeconfig)?.[1] ?? ""),
    );
    expect(secrets).not.toContain("");
    const text = await everything();
    expect(secrets.length).toBeGreaterThan(60);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    await expect.poll(() => events.text().split('"method"').length).toBeGreaterThan(40);
    expect(secrets.filter((secret) => events.text().includes(secret))).toEqual([]);
  });

  it("shows what is not secret, and names in place of secrets in a command", async () => {
    const { results } = (await platform.request("GET", "/_local/requests/log?method=post&status=201")).body;
    const details = await Promise.all(results.map(({ id }: Body) => platform.request("GET", `/_local/requests/${id}`)));
    const flags = details.map(({ body }) => body).find(({ curl }) => curl.includes("--api-key"));
    expect(flags.request.json.arguments).toEqual([
      "--password",
      "••••••",
      "--api-key=••••••",
      "-u",
      "••••••",
      "sh",
      "-c",
      "PGPASSWORD=•••••• psql",
    ]);
    expect(flags.request.json).toMatchObject({ tag: expect.any(String), cpu: expect.any(Number) });
    expect(flags.curl).toContain('Authorization: Bearer $APP_PLATFORM_TOKEN"');
    expect(flags.curl).toContain('"--api-key=<arguments>"');
  });

  it("repeats the query of a request in its command, as far as the platform knows its values", async () => {
    const query = `parent_id=${platform.ids.project}&scope=PROJECT&is_secret=true`;
    await platform.request("GET", `/variable?${query}&token=${plant()}`);
    const [{ id }] = (await platform.request("GET", "/_local/requests/log")).body.results;
    const { curl } = (await platform.request("GET", `/_local/requests/${id}`)).body;
    expect(curl).toContain(`/variable?${query}'`);
  });
});
