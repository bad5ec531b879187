/** Covers provider/frontends/native/resource.ts. */
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { join } from "node:path";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { structOf } from "../../../provider/frontends/native/resource.js";
import { kindNames, records } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { InitError, plain, type Resource, urnOf, valuesIn } from "../../support/frontend.js";
import { portOf } from "../../support/listening.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { failureOf } from "../../unit/support/fake-platform.js";
import { everyFieldOf, secretNames } from "../support/every-field.js";
import { forgetRequests, requests, writes } from "../support/journal.js";
import { type NativeFrontend, openFrontend, readable } from "./frontend.js";

const platform = openedPlatform({ endpoints: "extended" });
let frontend: NativeFrontend;

beforeAll(async () => {
  frontend = await openFrontend(platform);
});
afterAll(() => frontend.close());

const container = (name: string): Values => ({ ...(records.Container.lifecycle.args(platform.ids) as Values), name });
const urn = (name: string) => urnOf("Container", name);
const secret = (value: string | Values): Values => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** New clusters with the secrets that the arguments of the existing one exclude. */
function clustersWith(secrets: Readonly<Record<string, string>>): Record<string, Values> {
  const { secretManagerKey: secretKey, secretManagerCredentials: jsonCredentials, route53Key, kubeconfig } = secrets;
  const { clusterId: _, ...args } = records.Cluster.lifecycle.args(platform.ids) as Values;
  const region = "eu-west-3";
  return {
    "with names in Route 53": {
      ...args,
      name: "route53",
      dnsProvider: {
        domain: "apps.example.com",
        route53: { accessKeyId: "AKID", secretAccessKey: route53Key as string, region },
      },
    },
    "with secret managers": {
      ...args,
      name: "managers",
      secretManagerAccesses: [
        {
          name: "aws",
          endpoint: { awsParameterStore: { region } },
          authentication: { awsStaticCredentials: { region, accessKey: "AKID", secretKey: secretKey as string } },
        },
        {
          name: "gcp",
          endpoint: { gcpSecretManager: { region, projectId: "shop" } },
          authentication: { gcpJsonCredentials: { jsonCredentials: jsonCredentials as string } },
        },
      ],
    },
    "of somebody else": {
      ...args,
      name: "theirs",
      kubernetes: "PARTIALLY_MANAGED",
      eksAnywhereKubeconfig: kubeconfig as string,
    },
  };
}

it("arguments of every kind that are always secret are marked as secret in all inputs and outputs", async () => {
  const sentinels = Object.fromEntries(secretNames.map((name) => [name, `sentinel of ${name}`]));
  const secrets = { ...sentinels, kubeconfig: `clusters: [] # ${sentinels.kubeconfig}` };
  const seen = new Set<string>();
  for (const kind of kindNames) {
    const others = kind === "Cluster" ? clustersWith(secrets) : {};
    for (const [name, args] of Object.entries({ ...everyFieldOf(kind, platform.ids, secrets as never), ...others })) {
      const resource = await frontend.declare(urnOf(kind, name), args as Values);
      const found = (await frontend.read(resource)) as Resource;
      for (const struct of [resource.inputs, resource.outputs, found.inputs, found.outputs]) {
        expect(readable(struct)).not.toContain("sentinel");
        const text = JSON.stringify(plain(struct));
        for (const each of secretNames) if (text.includes(`sentinel of ${each}`)) seen.add(each);
      }
      const { inputs } = await frontend.check(resource.urn, args as Values, resource.inputs);
      expect(await frontend.diff(found, inputs), kind).toMatchObject({ changes: false });
    }
  }
  expect([...seen].sort()).toEqual([...secretNames].sort());
});

it("Diff shows drift after a refresh, and only a later one fails if adoptId is another ID", async () => {
  const resource = await frontend.declare(urn("drifted"), { ...container("drifted"), description: "first" });
  const path = `/container/${resource.id}`;
  const { body } = await platform.request("GET", path);
  await platform.request("PUT", path, { body: { ...body, description: "by hand" } });
  const found = (await frontend.read(resource)) as Resource;
  expect(plain(found.inputs).description).toBe("by hand");
  expect(await frontend.diff(found, resource.inputs)).toMatchObject({
    ...{ changes: true, details: { description: "update" } },
  });
  const adopting = { ...resource.inputs, adoptId: platform.ids.environment };
  await frontend.read(resource);
  expect(await frontend.diff(found, adopting)).toMatchObject({ details: { description: "update" } });
  await expect(frontend.diff(found, adopting)).rejects.toThrow("it already manages the one with id");
});

it("update with `tag` in ignoreChanges returns no `__versionRevision`", async () => {
  const resource = await frontend.declare(urn("ignored"), container("ignored"));
  const mark = (of: Resource) => (plain(of.outputs).deployable as Values).__versionRevision;
  expect(mark(resource)).not.toBe("");
  const { inputs } = await frontend.check(resource.urn, { ...container("ignored"), cpu: 750 }, resource.inputs);
  const updated = await frontend.update(resource, inputs, { ignored: ["tag"] });
  expect(mark(updated)).toBe("");
  expect(mark((await frontend.read(updated)) as Resource)).toBe("");
});

/** The provider with a platform that responds to everything like this. */
async function respondingLike(respond: RequestListener) {
  const server = createServer(respond);
  const opened = await openFrontend({ url: `http://127.0.0.1:${await portOf(server)}`, tokens: platform.tokens });
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await opened.close();
  };
  return { ...opened, stop };
}

describe("native provider call", () => {
  it("fails with the platform's message even if that has half of a surrogate pair", async () => {
    // The longest text that is shown ends in the middle of an emoji.
    const details = ["half \ud83d of a pair", ...[0, 1].map((more) => "x".repeat(more) + "🚀".repeat(200))];
    let detail = "";
    const refusing = await respondingLike((request, response) => {
      request.resume();
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ detail }));
    });
    for (detail of details) {
      const { message } = await failureOf(refusing.create(urn("emoji"), container("emoji")));
      expect(message).toMatch(/^AP3\d{3}: /);
      expect(message).not.toMatch(/\p{Surrogate}/u);
      expect(message).toMatch(detail.startsWith("half") ? /half \ufffd of a pair/ : /(🚀)+…/u);
    }
    await refusing.stop();
  });

  it("completes running creates if the operation is canceled", async () => {
    const unanswered = new Set<ServerResponse>();
    const slow = await respondingLike(({ method }, response) => {
      if (method === "POST") unanswered.add(response);
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results: [] }));
    });
    const creating = ["one", "two"].map((name) => slow.create(urn(name), container(name)));
    await expect.poll(() => unanswered.size).toBe(2);
    await slow.call<Empty, Empty>(slow.client.cancel, new Empty());
    let count = 0;
    for (const response of unanswered) {
      count += 1;
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: `00000000-0000-4000-8000-00000000000${count}` }));
    }
    const ids = (await Promise.all(creating)).map(({ id }) => id.at(-1));
    expect(ids.sort()).toEqual(["1", "2"]);
    await slow.stop();
  });

  it.each(["create", "update", "read", "delete"] as const)("fails after its customTimeouts: %s", async (name) => {
    const waiting = await respondingLike(() => undefined);
    const there = await frontend.declare(urn(`late-${name}`), container(`late-${name}`));
    const limit = { timeout: 2 };
    const { inputs } = await frontend.check(there.urn, { ...container(`late-${name}`), cpu: 700 }, there.inputs);
    const calls = {
      create: () => waiting.create(urn("waiting"), container("waiting"), limit),
      update: () => waiting.update(there, inputs, limit),
      read: () => waiting.read(there, limit),
      delete: () => waiting.delete(there, limit),
    };
    const { message } = await failureOf(calls[name]());
    expect(message).toMatch(/^AP\d{4}: /);
    expect(message).toMatch(/within (1\.\d{1,3}|2) s/);
    await waiting.stop();
  });

  it.each<[what: string, long: readonly string[]]>([
    ["one text of 16 MiB", ["x".repeat(16 * 1024 * 1024)]],
    ["a hundred thousand short texts", Array.from({ length: 100_000 }, () => "x")],
  ])("stores a created resource without oversized `arguments` if its create fails later: %s", async (_what, long) => {
    const id = platform.ids.environment;
    const longest = await respondingLike(({ method, url }, response) => {
      const isCreate = method === "POST" && url?.endsWith("/container");
      const body = method === "GET" ? { results: [] } : isCreate ? { id, name: "long" } : { detail: "not this key" };
      response.writeHead(method === "GET" ? 200 : isCreate ? 201 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
    const args: Values = { ...container("long"), arguments: [...long], variables: { KEY: "value" } };
    const { inputs } = await longest.check(urn("long"), args);
    const failure = await failureOf(longest.create(urn("long"), inputs));
    expect(failure).toBeInstanceOf(InitError);
    expect(failure.id).toBe(id);
    const outputs = plain(failure.properties as Values);
    expect(outputs).toMatchObject({ name: "long", tag: args.tag });
    expect(outputs).not.toHaveProperty("arguments");
    await longest.stop();
  });

  it("fails for an unknown kind", async () => {
    const { message } = await failureOf(frontend.check(urnOf("Balloon", "b"), {}));
    expect(message).toContain("app-platform 1.2.3 has no resource app-platform:index:Balloon");
  });
});

describe("Invoke of the native provider", () => {
  it("returns existing resources", async () => {
    await frontend.declare(urn("found"), container("found"));
    const place = { environmentId: platform.ids.environment };
    expect(await frontend.invoke("getContainer", { ...place, name: "found" })).toMatchObject({ name: "found" });
    const { containers } = await frontend.invoke("getContainers", place);
    expect(containers).toContainEqual(expect.objectContaining({ name: "found" }));
  });

  it("fails for an unknown function", async () => {
    expect((await failureOf(frontend.invoke("getBalloons", {}))).message).toContain("has no function");
  });

  it("marks outputs as secret that repeat a secret of the platform", async () => {
    const scaler = { trigger_authentication: { name: "queue", config_yaml: "s3cret-of-a-queue" } };
    const found = { id: platform.ids.environment, name: "web", autoscaling: { mode: "KEDA", scalers: [scaler] } };
    const telling = await respondingLike((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ results: [{ ...found, service_type: "for s3cret-of-a-queue" }] }));
    });
    const request = new proto.InvokeRequest()
      .setTok("app-platform:index:getContainers")
      .setArgs(structOf({ environmentId: platform.ids.environment }));
    const response = await telling.call<proto.InvokeRequest, proto.InvokeResponse>(telling.client.invoke, request);
    const struct = response.getReturn();
    expect(JSON.stringify(plain(valuesIn(struct)))).toContain("for s3cret-of-a-queue");
    expect(readable(valuesIn(struct))).not.toContain("s3cret-of-a-queue");
    await telling.stop();
  });

  it("has each function of the schema", async () => {
    const { functions } = JSON.parse(readFileSync(join(__dirname, "../../../provider/generated/schema.json"), "utf8"));
    const names = Object.keys(functions).map((token) => token.replace("app-platform:index:", ""));
    expect(names).toContain("getHelmRepositories");
    expect(names.filter((name) => /(ys|ss)$/.test(name))).toEqual([]);
    const answers = await Promise.all(names.map((name) => frontend.invoke(name, {}).catch(String)));
    expect(answers.filter((answer) => String(answer).includes("has no function"))).toEqual([]);
  });

  it("marks outputs as secret that repeat a secret argument", async () => {
    await frontend.declare(urn("looked-up"), container("looked-up"));
    const request = new proto.InvokeRequest()
      .setTok("app-platform:index:getContainer")
      .setArgs(structOf({ environmentId: platform.ids.environment, name: secret("looked-up") }));
    const response = await frontend.call<proto.InvokeRequest, proto.InvokeResponse>(frontend.client.invoke, request);
    expect(readable(valuesIn(response.getReturn()))).not.toContain("looked-up");
  });

  it.each<[code: string, name: string, args: () => Values]>([
    ["AP2007", "getContainer", () => ({ environmentId: platform.ids.environment, name: secret("s3cret-name") })],
    ["AP3003", "getContainers", () => ({ environmentId: secret("s3cret00-0000-4000-8000-000000000000") })],
    ["AP1001", "getContainers", () => ({ environmentId: platform.ids.environment, connection: secret("s3cret") })],
  ])("fails with %s and shows no secret argument: %s", async (code, name, args) => {
    const { message } = await failureOf(frontend.invoke(name, args()));
    expect(message).toContain(code);
    expect(message.toLowerCase().replace(/_/g, "-")).not.toContain("s3cret");
  });
});

describe("native provider", () => {
  const other = openedPlatform({ endpoints: "extended" });
  const platformUrl = "https://platform.example.com";
  const otherUrl = "https://other.example.com";
  const { CheckRequest, DiffRequest } = proto;

  const checked = (settings: Values, name = "staging") => {
    const request = new CheckRequest().setNews(structOf(settings)).setName(name);
    return frontend.call<proto.CheckRequest, proto.CheckResponse>(frontend.client.checkConfig, request);
  };
  const reasonsOf = (response: proto.CheckResponse) => response.getFailuresList().map((each) => each.getReason());
  const compared = async (...both: [before: [Values, string], now: [Values, string]]) => {
    const [before, now] = await Promise.all(both.map(async (each) => (await checked(...each)).getInputs()));
    const request = new DiffRequest().setOldInputs(before).setNews(now);
    return frontend.call<proto.DiffRequest, proto.DiffResponse>(frontend.client.diffConfig, request);
  };

  it("marks the token as secret in CheckConfig", async () => {
    const response = await checked({ baseUrl: platform.url, token: "s3cret-token" }, "default");
    expect(readable(valuesIn(response.getInputs()))).not.toContain("s3cret-token");
  });

  it("reports an unknown setting in CheckConfig, but not `version`", async () => {
    const settings = { baseUrl: platform.url, token: "s3cret-token", endpoint: "extended", version: "1.2.3" };
    const response = await checked(settings, "default");
    expect(response.getFailuresList().map((each) => [each.getProperty(), each.getReason()])).toEqual([
      ["", "endpoint isn't a setting; did you mean endpoints?"],
    ]);
  });

  it("is explicit, even if called `default`, if its settings differ from the stack's configuration", async () => {
    const ofStack = {
      "app-platform:baseUrl": platformUrl,
      "app-platform:maxConcurrentRequests": "4",
      "other:baseUrl": "x",
    };
    const specified = { baseUrl: platformUrl, maxConcurrentRequests: 4 };
    const declared = async (settings: Values, env: NodeJS.ProcessEnv) => {
      const opened = await openFrontend(platform, { env });
      const request = new proto.CheckRequest().setName("default").setNews(structOf(settings));
      const response = await opened.call<proto.CheckRequest, proto.CheckResponse>(opened.client.checkConfig, request);
      await opened.close();
      return valuesIn(response.getInputs()).__declared;
    };
    const env = { PULUMI_CONFIG: JSON.stringify(ofStack) };
    expect(await declared(specified, env)).toBeUndefined();
    expect(await declared({ ...specified, token: "a" }, env)).toBe(true);
    expect(await declared({ ...specified, baseUrl: otherUrl }, env)).toBe(true);
    expect(await declared({ baseUrl: otherUrl }, {})).toBeUndefined();
  });

  it.each<[string, Values, string[]]>([
    ["a wrong address", { baseUrl: "platform", token: "a.b.c" }, ["baseUrl must be a URL", "token must be a JWT"]],
    ["an invalid secret", { baseUrl: UNKNOWN, tokenFile: "t", endpoints: secret("a.b.c") }, ["endpoints must be"]],
    [
      "a number below its minimum",
      { baseUrl: UNKNOWN, token: UNKNOWN, maxConcurrentRequests: 0 },
      ["maxConcurrentRequests must be"],
    ],
    ["unknown values", { baseUrl: UNKNOWN, token: "opaque", tokenScheme: UNKNOWN }, []],
  ])(
    "reports wrong settings of an explicit provider at preview (CheckConfig), without secrets, but no unknown values: %s",
    async (_, settings, expected) => {
      const response = await checked(settings);
      expect(response.getFailuresList().some((each) => each.getProperty() !== "")).toBe(false);
      const found = reasonsOf(response);
      expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
      expect(found.join()).not.toContain("a.b.c");
      // The environment takes precedence over the default provider: what it gives is checked when it is used.
      expect(reasonsOf(await checked(settings, "default_1_2_3"))).toEqual([]);
    },
  );

  it.each<[what: string, before: Values, now: Values, replaces: string[]]>([
    ["another token", {}, { token: "b" }, []],
    ["another address", {}, { baseUrl: otherUrl }, []],
    ["another name with the same address", {}, { __name: "production" }, []],
    ["another name with an unknown address", {}, { __name: "production", baseUrl: UNKNOWN }, []],
    ["an address from the environment", { baseUrl: null }, { __name: "production" }, ["baseUrl"]],
    ["another default provider version", { __name: "default_1_2_3" }, { __name: "default", baseUrl: otherUrl }, []],
    [
      "an explicit provider instead of the default one",
      { __name: "default" },
      { __name: "default_eu", baseUrl: otherUrl },
      ["baseUrl"],
    ],
    ["another name with another address", {}, { __name: "production", baseUrl: otherUrl }, ["baseUrl"]],
  ])(
    "is replaced as an explicit provider only if its name and its `baseUrl` change: %s",
    async (_, before, now, replaces) => {
      const configured = ({ __name: name = "staging", ...others }: Values): [Values, string] => [
        { baseUrl: platformUrl, token: "a", ...others },
        String(name),
      ];
      const response = await compared(configured(before), configured(now));
      expect(response.getChanges()).toBe(proto.DiffResponse.DiffChanges.DIFF_SOME);
      expect(response.getReplacesList()).toEqual(replaces);
    },
  );

  it.each<[what: string, settings: Values]>([
    ["another address", { baseUrl: otherUrl }],
    ["the address of the environment", {}],
  ])("fails with AP1004 if the default provider, with %s, would replace an explicit one", async (_, settings) => {
    const before: [Values, string] = [{ baseUrl: platformUrl, token: "a" }, "default_eu"];
    await expect(compared(before, [settings, "default_1_2_3"])).rejects.toThrow(
      `AP1004: The program no longer sets the provider "default_eu" on its resources: they're on ${platformUrl}/, and the default provider uses ${platform.url}/.`,
    );
  });

  it("needs `token` or `tokenFile` as an explicit provider with `baseUrl`, and never sends the environment's token", async () => {
    const settings = { baseUrl: other.url };
    expect(reasonsOf(await checked(settings))).toEqual([expect.stringContaining("must be set along with `baseUrl`")]);
    const opened = await openFrontend(platform, { settings, provider: "staging" });
    await forgetRequests(other);
    const args = records.Container.lifecycle.args(other.ids) as Values;
    await expect(opened.declare(urn("web"), args)).rejects.toThrow(
      "The provider's token must be set along with `baseUrl`",
    );
    expect(await requests(other)).toEqual({});
    await opened.close();
  });

  it.each<[provider: string, chosen: string, others: Values]>([
    ["staging", "explicit", {}],
    ["default_eu", "explicit", {}],
    ["default", "explicit", { __declared: true }],
    ["default", "explicit", { version: "1.2.3" }],
    ["default_1_2_3_eu", "explicit", { version: "1.2.3" }],
    ["default", "environment", {}],
    ["default_1_2_3", "environment", {}],
    ["default_1_2_3", "environment", { version: "1.2.3" }],
    ["default_1_2_3_alpha_1", "environment", { version: "1.2.3-alpha.1" }],
    ["default_1_2_3_https_//example.com/plugins", "environment", { version: "1.2.3" }],
  ])("called %s uses %s settings (%j)", async (provider, chosen, others) => {
    const settings = { baseUrl: other.url, token: other.tokens.admin, ...others };
    const opened = await openFrontend(platform, { settings, provider });
    const name = `on-${chosen}-${Object.values(others).join("-").replaceAll(".", "-")}${provider.length}`;
    await Promise.all([forgetRequests(platform), forgetRequests(other)]);
    const { ids } = chosen === "explicit" ? other : platform;
    await opened.declare(urn(name), { ...(records.Container.lifecycle.args(ids) as Values), name });
    const sent = [await writes(platform), await writes(other)].map(({ length }) => length);
    expect(sent).toEqual(chosen === "explicit" ? [0, 1] : [1, 0]);
    await opened.close();
  });
});

it("native provider refuses a member called __proto__", async () => {
  const { path } = ResourceProviderService.check;
  const check = (variables: Values) => {
    const news = structOf({ ...container("proto"), variables });
    const bytes = Buffer.from(new proto.CheckRequest().setUrn(urn("proto")).setNews(news).serializeBinary());
    const renamed = Buffer.from(bytes.toString("latin1").replace("xxxxxxxxx", "__proto__"), "latin1");
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, response?: unknown) => (error === null ? resolve(response) : reject(error));
      frontend.client.makeUnaryRequest(path, () => renamed, proto.CheckResponse.deserializeBinary, {}, done);
    });
  };
  await expect(check({ xxxxxxxxx: "1" })).rejects.toThrow("can't read a member called __proto__: give it another name");
  const response = (await check({ text: "{\n\t__proto__: null }" })) as proto.CheckResponse;
  expect(response.getFailuresList()).toEqual([]);
});
