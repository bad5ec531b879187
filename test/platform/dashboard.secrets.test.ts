import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededIds } from "../../backend/src/seed.js";
import { fillPath, pathMembers } from "../../provider/platform/endpoint.js";
import { definitionOf, snake } from "../kinds/derived.js";
import { isNotApplicable, records } from "../kinds/index.js";
import { type Body, bodies, type KindName } from "./support/bodies.js";
import { type EventStream, openEvents } from "./support/event-stream.js";
import { opened } from "./support/opened.js";
import { services } from "./support/services.js";

const { platform, local: localRequest, inEnvironment } = opened({ isFresh: false });
let events: EventStream;
/** A secret variable of the project. */
let secretVariable: string;
let container: string;
beforeAll(async () => {
  events = await openEvents(platform.url, platform.ids.environment);
  const parent = { variable_scope: "PROJECT", variable_parent_id: platform.ids.project };
  const body = { key: "PROJECT_KEY", value: secret(), is_secret: true, ...parent };
  secretVariable = (await platform.request("POST", "/variable", { body })).body.id;
  const owner = { ...bodies.container.minimal(platform.ids), name: "owner" };
  container = (await platform.request("POST", inEnvironment("container"), { body: owner })).body.id;
});
afterAll(() => events.close());

let planted = 0;
const secrets: string[] = [];
/** A secret that nothing else contains. */
function secret(): string {
  planted += 1;
  const text = `s3cr3t${planted}Zq`;
  secrets.push(text);
  return text;
}

const local = async (path: string) => JSON.stringify((await localRequest("GET", path)).body);

/** Everything that the dashboard can read. */
async function everything(): Promise<string> {
  const { results, total } = (await platform.request("GET", "/_local/requests/log")).body;
  expect(results).toHaveLength(total);
  const places = [platform.ids.environment, platform.ids.otherEnvironment].map((id) => `environments/${id}`);
  const contents = await Promise.all(places.map((place) => local(`${place}/content`)));
  const rows = contents
    .map((each) => JSON.parse(each))
    .flatMap((each) =>
      ["services", "deployments"].flatMap((list) => each[list].map(({ id }: Body) => `${list}/${id}`)),
    );
  const paths = [
    ...results.map(({ id }: Body) => `requests/${id}`),
    ...places.map((place) => `${place}/belongings`),
    ...["info", "overview", "organization", "requests/log", "faults"],
  ];
  return [...contents, ...(await Promise.all([...paths, ...rows].map(local)))].join("\n");
}

/** The path of a request, and its body with a secret in it. */
type Place = () => { method?: string; path: string; body?: unknown; headers?: Record<string, string>; token?: string };

const get = (path: string) => ({ method: "GET", path });
const argoCd = () => `/cluster/${platform.ids.cluster}/argoCdConfig`;
const organization = (path: string) => `/organization/${platform.ids.organization}/${path}`;
let names = 0;
/** A service with a name of its own, unless the members have one. */
const service = (kind: KindName, members: Body, size: "full" | "minimal" = "full") => ({
  path: inEnvironment(kind),
  body: { ...bodies[kind][size](platform.ids), name: `service-${++names}`, ...members },
});
const aContainer = (members: Body) => service("container", members);
const inGit = (git_repository: Body) => service("application", { git_repository }, "minimal");
const terraform = (members: Body) => service("terraform", members);
const tfVar = (variable: Body, members: Body = {}) =>
  terraform({ terraform_variables_source: { tf_var_file_paths: [], tf_vars: [variable] }, ...members });
const scaler = (members: Body) => {
  const scalers = [{ scaler_type: "cron", role: "PRIMARY", ...members }];
  return aContainer({ min_running_instances: 1, max_running_instances: 3, autoscaling: { mode: "KEDA", scalers } });
};
const args = (...args: string[]) => aContainer({ arguments: args });
const cluster = (members: Body) => ({
  ...{ method: "PUT", path: organization(`cluster/${platform.ids.cluster}`) },
  body: { name: "main", region: "eu-west-3", cloud_provider: "AWS", ...members },
});
const dns = (members: Body) => ({
  method: "PUT",
  path: `/cluster/${platform.ids.cluster}/dnsProvider`,
  body: { dns_provider: { domain: "apps.example.com", ...members } },
});
const gitOps = (body: unknown) => ({ path: argoCd(), body });
const record = (kind: string, members: Body) => ({
  path: organization(kind),
  body: { name: `record-${++names}`, ...members },
});
const registry = (kind: string, config: Body) =>
  record("containerRegistry", { kind, config, url: "https://registry.example.org" });
const login = (cloud: string, members: Body) => record(`${cloud}/credentials`, members);
const variable = (members: Body) => ({
  path: "/variable",
  body: { variable_scope: "ENVIRONMENT", variable_parent_id: platform.ids.environment, ...members },
});

const imported = (name: string, is_secret: boolean, value: string) => ({
  path: `/variable/import?service_type=CONTAINER&service_id=${container}`,
  body: { overwrite: true, vars: [{ name, value, scope: "CONTAINER", is_secret }] },
});

/** The secrets in the requests of test records, each of which is created in an environment or an organization. */
const recorded = Object.fromEntries(
  Object.entries(records).flatMap(([kind, { bodies: own, secrets: places }]) => {
    const { create } = definitionOf(kind).api;
    const known: Body = { environmentId: seededIds.environment, organizationId: seededIds.organization };
    if (isNotApplicable(own) || !pathMembers(create).every((member) => member in known)) return [];
    return places.flatMap(({ path }): [string, Place][] => {
      const steps = path.split(".").map(snake);
      const key = steps.at(-1) ?? "";
      const holderIn = (body: Body) => steps.slice(0, -1).reduce<unknown>((each, step) => (each as Body)?.[step], body);
      const isThere = key in Object(holderIn(own.other(seededIds)));
      const place: Place = () => {
        const body = structuredClone(own.other(seededIds));
        (holderIn(body) as Body)[key] = secret();
        return { path: fillPath(create, known), body: { ...body, name: `record-${++names}` } };
      };
      return isThere ? [[`${path} of a ${kind}`, place]] : [];
    });
  }),
);

/**
 * Where a secret belongs, and where people put one all the same; which texts count as secrets is in `secret-texts.test.ts`.
 * `accepted` are requests that the platform accepts.
 */
const accepted: Record<string, Place> = {
  ...recorded,
  "a GitOps token": () => gitOps({ argocd_url: "https://argocd.example.org", argocd_token: secret() }),
  "a GitOps URL": () =>
    gitOps({ argocd_url: `https://${secret()}:${secret()}@argocd.example.org`, argocd_token: secret() }),
  "a key of AWS": () => registry("ECR", { region: "a", access_key_id: "b", secret_access_key: secret() }),
  "a key of Scaleway": () => {
    const account = { region: "a", scaleway_access_key: "b", scaleway_project_id: "c" };
    return registry("SCALEWAY_CR", { ...account, scaleway_secret_key: secret() });
  },
  "a key of Google Cloud": () => registry("GCP_ARTIFACT_REGISTRY", { region: "a", json_credentials: secret() }),
  "the password of a registry": () => registry("GENERIC_CR", { username: "a", password: secret() }),
  "the password of a Helm repository": () => {
    const charts = { kind: "HTTPS", url: "https://charts.example.org", skip_tls_verification: false };
    return record("helmRepository", { ...charts, config: { username: "a", password: secret() } });
  },
  "a token for Cloudflare": () => dns({ provider: "CLOUDFLARE", email: "a@b.c", api_token: secret() }),
  "a key for Route 53": () => {
    const credentials = { type: "STATIC", aws_access_key_id: "a", aws_secret_access_key: secret() };
    return dns({ provider: "ROUTE53", aws_region: "eu-west-3", credentials });
  },
  "credentials for vSphere": () =>
    login("aws", { type: "EKS_ANYWHERE_VSPHERE_ROLE", role_arn: "a", vsphere_user: "a", vsphere_password: secret() }),
  "credentials of AWS": () => login("aws", { type: "AWS_STATIC", access_key_id: "a", secret_access_key: secret() }),
  "credentials of Google": () => login("gcp", { credential_type: "SERVICE_ACCOUNT_KEY", gcp_credentials: secret() }),
  "credentials of Scaleway": () => {
    const account = { scaleway_access_key: "a", scaleway_project_id: "b", scaleway_organization_id: "c" };
    return login("scaleway", { ...account, scaleway_secret_key: secret() });
  },
  "a secret variable": () => tfVar({ key: "x", value: secret(), secret: true }),
  "a variable with the key db_password": () => tfVar({ key: "db_password", value: secret() }),
  "a git URL": () => inGit({ url: `https://${secret()}@github.com/a/b.git`, provider: "GITHUB" }),
  "a trigger authentication": () =>
    scaler({ config_yaml: "x: 1", trigger_authentication: { name: "auth", config_yaml: secret() } }),
  "the configuration of a scaler": () => {
    const nested = [{ apiKey: secret() }, { url: `redis://:${secret()}@host` }];
    return scaler({ config_json: { password: secret(), nested } });
  },
  "flags with secrets": () =>
    args(
      ...["--password", secret(), `--api-key=${secret()}`, "-u", `admin:${secret()}`],
      ...["sh", "-c", `PGPASSWORD=${secret()} psql`],
    ),
  "cluster credentials": () =>
    cluster({ cloud_provider_credentials: { credentials: { id: secret(), name: secret() } } }),
  "the alert manager's secret": () => {
    const alerting = { enabled: true, spec_config_secret: secret(), default_rule_labels: { auth_token: secret() } };
    const configuration = { kind: "MANAGED_BY_PLATFORM", alerting };
    return cluster({ metrics_parameters: { enabled: true, configuration } });
  },
  "the name of a service": () => aContainer({ name: `redis://:${secret()}@${names}`, tag: `token=${secret()}` }),
  "a member that does not exist": () => {
    const nested = { deep: [secret(), { deeper: secret() }] };
    return aContainer({ api_tokn: secret(), nested, count: Number(`7${names}4411${planted}`) });
  },
  "a secret variable of an environment": () => variable({ key: "X", value: secret(), is_secret: true }),
  "a plain variable with the key SIGNING_KEY": () =>
    variable({ key: "SIGNING_KEY", value: secret(), is_secret: false }),
  "a variable with a connection string": () =>
    variable({ key: "DATABASE", value: `postgres://u:${secret()}@db`, is_secret: false }),
  "a secret variable in an import": () => imported("X", true, secret()),
  "a plain variable with the key SIGNING_KEY in an import": () => imported("SIGNING_KEY", false, secret()),
  "the new value of a variable": () => ({
    ...{ method: "PUT", path: `/variable/${secretVariable}`, body: { key: "ROTATED", value: secret() } },
  }),
  "the value of an override": () => {
    const place = { override_scope: "ENVIRONMENT", override_parent_id: platform.ids.environment };
    return { path: `/variable/${secretVariable}/override`, body: { value: secret(), ...place } };
  },
  "a header": () => ({ ...get(inEnvironment("container")), headers: { "x-api-key": secret(), cookie: secret() } }),
  "an unknown query parameter": () => get(`${inEnvironment("container")}?token=${secret()}&${secret()}`),
};

const url = "https://x.example";
const refused: Record<string, Place> = {
  "a variable without is_secret": () => variable({ key: "Y", value: secret() }),
  "a token as the parent_id of variables": () => get(`/variable?scope=ENVIRONMENT&parent_id=${secret()}`),
  "a misspelled token": () => gitOps({ argocd_url: url, argocd_tokn: secret() }),
  "a token of the wrong type": () => gitOps({ argocd_url: url, argocd_token: [secret()] }),
  "a variable with scret in place of secret": () => tfVar({ key: "x", value: secret(), scret: true }, { engine: 7 }),
  "a variable with a text as secret": () => tfVar({ key: "x", value: secret(), secret: "true" }),
  "a git token instead of its id": () =>
    inGit({ url: "https://github.com/a/b.git", provider: "GITHUB", git_token_id: secret() }),
  "a text in place of a number": () => aContainer({ cpu: secret(), ports: secret() }),
  "an object in place of a text": () => aContainer({ description: { x: secret() } }),
  "JSON that is cut off": () => gitOps(`{"argocd_token": "${secret()}"`),
  "a text as the body": () => gitOps(JSON.stringify(secret())),
  "a value of the query": () => get(`${inEnvironment("job")}?toUpdate=${secret()}`),
  "an id in the path": () => get(`/container/${secret()}`),
  "an unknown path": () => get(`/secret/${secret()}`),
  "an encoded path": () => get(`/container/%7B${secret()}%7D`),
  "an access token": () => ({ ...get(inEnvironment("container")), token: secret() }),
  "the name of a service that exists": () =>
    aContainer({ name: "service-1", secret_note: secret(), healthchecks: secret() }),
};

async function send(place: Place) {
  const { method = "POST", path, body, headers, token } = place();
  const response = await platform.request(method, path, { body, ...(headers && { headers }), ...(token && { token }) });
  return response.status;
}

describe("request with a secret", () => {
  it.each(Object.keys(accepted))("is accepted: %s", async (name) => {
    expect(await send(accepted[name] as Place)).toBeLessThan(300);
  });

  it.each(Object.keys(refused))("is refused: %s", async (name) => {
    expect(await send(refused[name] as Place)).toBeGreaterThanOrEqual(400);
  });
});

describe("dashboard", () => {
  it("shows no secret of these requests in any response or event", async () => {
    // Read once through the API as well, so that the responses of reads are in the log.
    for (const path of services) {
      await platform.request("GET", inEnvironment(path));
    }
    await platform.request("GET", `/variable?scope=ENVIRONMENT&parent_id=${platform.ids.environment}`);
    await platform.request("GET", argoCd());
    for (const path of ["cluster", "credentials", "aws/credentials"]) await platform.request("GET", organization(path));
    const cluster = organization(`cluster/${platform.ids.cluster}`);
    const { body: kubeconfig } = await platform.request("GET", `${cluster}/kubeconfig`);
    for (const line of [/token: (.+)/, /certificate-authority-data: (.+)/])
      secrets.push(line.exec(kubeconfig)?.[1] ?? "");
    expect(secrets).not.toContain("");
    const text = await everything();
    expect(secrets.length).toBeGreaterThan(60);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    await expect.poll(() => events.text().split('"method"').length).toBeGreaterThan(40);
    expect(secrets.filter((secret) => events.text().includes(secret))).toEqual([]);
  });

  it("shows other values as sent, and names of members in place of secrets in the curl command", async () => {
    const { results } = (await platform.request("GET", "/_local/requests/log?method=post&status=201")).body;
    const details = await Promise.all(results.map(({ id }: Body) => platform.request("GET", `/_local/requests/${id}`)));
    const flags = details.map(({ body }) => body).find(({ curl }) => curl.includes("--api-key"));
    const hidden = ["--password", "••••••", "--api-key=••••••", "-u", "••••••", "sh", "-c", "PGPASSWORD=•••••• psql"];
    expect(flags.request.json.arguments).toEqual(hidden);
    expect(flags.request.json).toMatchObject({ tag: expect.any(String), cpu: expect.any(Number) });
    expect(flags.curl).toContain('Authorization: Bearer $APP_PLATFORM_TOKEN"');
    expect(flags.curl).toContain('"--api-key=<arguments>"');
  });

  it("shows only known query parameters in the curl command of a request", async () => {
    const query = `parent_id=${platform.ids.project}&scope=PROJECT&is_secret=true`;
    await platform.request("GET", `/variable?${query}&token=${secret()}`);
    const [{ id }] = (await platform.request("GET", "/_local/requests/log")).body.results;
    const { curl } = (await platform.request("GET", `/_local/requests/${id}`)).body;
    expect(curl).toContain(`/variable?${query}'`);
  });
});
