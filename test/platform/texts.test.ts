/** What the texts, numbers and parameters of a request may be, as the choices about the API decide it. */
import { describe, expect, it } from "vitest";
import { type Body, bodies, clusterBody, type KindName, kindNames } from "./bodies.js";
import { fieldsOf, opened } from "./opened.js";

const { platform, send, read, inEnvironment, create } = opened({ endpoints: "extended" });

/** Sends the minimal body of a kind with a name of its own and these members. */
const attempt = (kind: KindName, members: Body) =>
  send("POST", inEnvironment(kind), { ...bodies[kind].minimal(platform.ids), name: `${Math.random()}`, ...members });

type Way = (string | number)[];

/** Every way to a string in a body. */
function waysToTexts(value: unknown): Way[] {
  if (typeof value === "string") return [[]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    waysToTexts(inner).map((way): Way => [Array.isArray(value) ? Number(key) : key, ...way]),
  );
}

function changed(body: Body, way: Way, value: unknown): Body {
  const copy = structuredClone(body);
  const holder = way.slice(0, -1).reduce((inner, key) => inner[key] as never, copy as Record<string | number, unknown>);
  holder[way.at(-1) as string] = value;
  return copy;
}

const fieldOf = (way: Way) =>
  way.reduce<string>((field, key) => (typeof key === "number" ? `${field}[${key}]` : `${field}.${key}`), "").slice(1);

/** The fields in which an empty text is a value, without their indexes. */
const mayBeEmpty = [
  /(^|\.)description$/,
  /(^|\.)(entrypoint|arguments|command)$/,
  /^action_extra_arguments\./,
  /^terraform_variables_source\.tf_vars\.value$/,
  /^features\.value$/,
  /\.config_json\./,
  /\.default_rule_labels\./,
];

interface Accepting {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
}

const creation = (kind: KindName): Accepting => ({
  method: "POST",
  path: inEnvironment(kind),
  body: bodies[kind].full(platform.ids),
});

/** A body for every member with a string that the full one has not. */
const others: Partial<Record<KindName, Body>> = {
  container: {
    healthchecks: {
      readiness_probe: { type: { exec: { command: ["a"] } } },
      liveness_probe: { type: { grpc: { service: "health", port: 1 } } },
    },
  },
  job: {
    schedule: { cronjob: { scheduled_at: "0 0 * * *", timezone: "Etc/UTC", arguments: ["a"], entrypoint: "b" } },
    source: {
      docker: { git_repository: { url: "https://github.com/a/b", provider: "GITHUB" }, dockerfile_raw: "FROM a" },
    },
  },
  terraform: { dockerfile_fragment: { type: "inline", content: "RUN a" } },
};

async function expectEmptyTexts({ method, path, body }: Accepting): Promise<void> {
  const ways = waysToTexts(body);
  expect(ways.length).toBeGreaterThan(1);
  for (const way of ways) {
    const response = await send(method, path, changed(body, way, ""));
    const plain = way.filter((key) => typeof key === "string").join(".");
    const isValue = mayBeEmpty.some((pattern) => pattern.test(plain));
    expect([fieldOf(way), response.status < 300]).toEqual([fieldOf(way), isValue]);
    if (!isValue) {
      expect(fieldsOf(response)).toContain(fieldOf(way));
    } else if (method === "POST" && response.body.service_type !== undefined) {
      await send("DELETE", `${path.slice(path.lastIndexOf("/"))}/${response.body.id}`);
    }
  }
}

describe("an empty text is a value only where it means something", () => {
  it.each(kindNames)("of a %s", async (kind) => {
    const endpoint = creation(kind);
    await expectEmptyTexts(endpoint);
    await expectEmptyTexts({ ...endpoint, body: { ...endpoint.body, ...others[kind] } });
  });

  it("of a database update", async () => {
    const { type, mode: _mode, ...members } = bodies.database.full(platform.ids);
    const { id } = await create("database", { ...members, type, mode: "MANAGED", name: "managed" });
    const body = { ...members, name: "managed", instance_type: "db.t3.large", disk_type: "gp3" };
    await expectEmptyTexts({ method: "PUT", path: `/database/${id}`, body });
  });

  it("of a cluster, a GitOps configuration and a deployment", async () => {
    const { organization, cluster } = platform.ids;
    const path = `/organization/${organization}/cluster/${cluster}`;
    const [feature] = (await read(`/organization/${organization}/cluster`)).results[0].features;
    const features = [{ id: feature.id, value: "true" }];
    await expectEmptyTexts({ method: "PUT", path, body: { ...clusterBody(platform.ids), features } });
    const gitOps = { argocd_url: "https://argo.example.com", argocd_token: "t" };
    await expectEmptyTexts({ method: "POST", path: `/cluster/${cluster}/argoCdConfig`, body: gitOps });
    const containers = [{ id: (await create("container", { name: "deployed" })).id, image_tag: "1" }];
    await expectEmptyTexts({ method: "POST", path: inEnvironment("service/deploy"), body: { containers } });
  });
});

describe.each(["application", "container"] as const)("a %s", (kind) => {
  const http = (scheme: string) => ({ healthchecks: { liveness_probe: { type: { http: { port: 80, scheme } } } } });
  const scaled = { mode: "KEDA", scalers: [{ scaler_type: "cpu", role: "SAFETY", config_yaml: "a" }] };

  it.each<[string, Body, number]>([
    ["the probe scheme HTTP", http("HTTP"), 201],
    ["the probe scheme HTTPS", http("HTTPS"), 201],
    ["the probe scheme ftp", http("ftp"), 400],
    ["a name of 128 characters outside the basic plane", { name: "😀".repeat(128) }, 201],
    ["a name of 128 characters between blanks", { name: ` ${"x".repeat(128)} ` }, 201],
    ["any absolute URI as its icon", { icon_uri: "urn:icon:1" }, 201],
    ["the maximum size", { cpu: 32_000, memory: 131_072, gpu: 8 }, 201],
    ["the minimum size", { cpu: 1, memory: 1, gpu: 0 }, 201],
    ["no maximum of instances", { min_running_instances: 9, max_running_instances: -1 }, 201],
    ["no maximum of instances, scaled", { max_running_instances: -1, autoscaling: scaled }, 201],
    ["as many instances as the maximum", { min_running_instances: 2, max_running_instances: 2 }, 201],
  ])("with %s", async (_what, change, status) => {
    expect((await attempt(kind, change)).status).toBe(status);
  });

  it("has the defaults of its scaling", async () => {
    const { body } = await attempt(kind, { max_running_instances: 3, autoscaling: scaled });
    const [scaler] = body.autoscaling.scalers;
    expect(body.autoscaling).toMatchObject({ polling_interval_seconds: 30, cooldown_period_seconds: 300 });
    expect(scaler).toMatchObject({ enabled: true, config_yaml: "a", config_json: null });
  });

  it("gets other ids for its items than its create body has", async () => {
    const id = "00000000-0000-4000-8000-000000000001";
    const items = {
      storage: [{ id, size: 4, mount_point: "/a" }],
      ports: [{ id, internal_port: 80, publicly_accessible: false }],
    };
    const { body } = await attempt(kind, items);
    expect(body).toMatchObject({ storage: [{ mount_point: "/a" }], ports: [{ internal_port: 80 }] });
    expect([body.storage[0].id, body.ports[0].id]).not.toContain(id);
  });
});

describe("a URL", () => {
  const urls = ["https://example.com/a/b", "http://example.com", "ssh://git@example.com/a/b", "ftp://example.com/a"];
  const [https = "", http = "", ssh = ""] = urls;

  it.each<[string, (url: string) => Promise<number>, string[]]>([
    ["of a repository", createTerraform, [https, http, ssh]],
    ["of a GitOps tool", saveGitOps, [https, http]],
  ])("%s has one of its schemes", async (_of, statusOf, accepted) => {
    for (const url of urls) expect([url, (await statusOf(url)) < 300]).toEqual([url, accepted.includes(url)]);
  });

  async function createTerraform(url: string): Promise<number> {
    return (await attempt("terraform", { terraform_files_source: { git_repository: { url } } })).status;
  }
  async function saveGitOps(argocd_url: string): Promise<number> {
    const path = `/cluster/${platform.ids.cluster}/argoCdConfig`;
    return (await send("POST", path, { argocd_url, argocd_token: "t" })).status;
  }
});

it.each([
  ["x", 8192, 201],
  ["x", 8193, 400],
  ["é", 4096, 201],
  ["é", 4097, 400],
])("an inline fragment of %j times %d is a %d: 8 KB are 8192 bytes", async (text, count, status) => {
  const dockerfile_fragment = { type: "inline", content: text.repeat(count) };
  expect((await attempt("terraform", { dockerfile_fragment })).status).toBe(status);
});

describe("a managed database", () => {
  const ignored = [0, -1, 0.5, "500", null, true, [], { a: 1 }, 1e300];

  it("ignores its cpu and memory, whatever they are, in a create and in an update", async () => {
    for (const value of ignored) {
      const size = { cpu: value, memory: value };
      const made = await attempt("database", { mode: "MANAGED", ...size });
      expect([value, made.status, made.body.cpu, made.body.memory]).toEqual([value, 201, 250, 100]);
      const edited = await send("PUT", `/database/${made.body.id}`, { ...size, storage: 11 });
      expect([value, edited.status]).toEqual([value, 200]);
      expect(edited.body).toMatchObject({ cpu: 250, memory: 100, storage: 11 });
    }
  });

  it("is the only one that ignores them", async () => {
    const made = await attempt("database", {});
    for (const value of ignored.filter((each) => each !== null)) {
      const size = { cpu: value, memory: value };
      expect(fieldsOf(await attempt("database", size))).toEqual(["cpu", "memory"]);
      expect(fieldsOf(await attempt("database", { ...size, mode: "OTHER" }))).toEqual(["mode", "cpu", "memory"]);
      expect(fieldsOf(await send("PUT", `/database/${made.body.id}`, size))).toEqual(["cpu", "memory"]);
    }
  });

  it("still checks everything else", async () => {
    const response = await attempt("database", { mode: "MANAGED", storage: 0, cpu: "x", version: "" });
    expect(fieldsOf(response)).toEqual(["version", "storage"]);
  });

  it("keeps its host and port when it is renamed", async () => {
    const { body: made } = await attempt("database", { mode: "MANAGED" });
    const { body: edited } = await send("PUT", `/database/${made.id}`, { name: `${made.name}x` });
    expect([edited.host, edited.port]).toEqual([made.host, made.port]);
  });
});
