import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isFull } from "../../full.js";
import { holds } from "../../seeds.js";
import { bodies, clusterBody, type KindName, kindNames } from "../bodies.js";
import type { Answer } from "../platform.js";
import { type PlatformProcess, startPlatformProcess } from "../platform-process.js";
import { type ArbitraryRequest, reference, requestsOf, ways } from "./arbitrary-requests.js";
import { type Operation, readDocument } from "./document.js";
import { mismatches } from "./mismatches.js";

const document = readDocument();
let platform: PlatformProcess;
beforeAll(async () => {
  platform = await startPlatformProcess({ endpoints: "extended", speed: "manual" });
});
afterAll(async () => {
  await platform.stop();
});

const programs = isFull ? 16_000 : 160;
const counts = { requests: 0, accepted: 0 };
/** Operations, each with the ways in which its requests were created. */
const reached = new Set<string>();
const byStatus = new Map<number, number>();

/** A body of the kind that an operation takes; ids of the seed stand for themselves. */
function goodBody({ name }: Operation): unknown {
  const { ids } = platform;
  if (name === "editCluster") return clusterBody(ids);
  if (name === "createCluster") return { ...clusterBody(ids), name: "another", cloud_provider_credentials: null };
  if (name === "editRoutingTable") return { routes: [{ destination: "10.0.0.0/8", target: "a", description: "" }] };
  if (name.endsWith("OnPremiseCredentials")) return { name: "data centre" };
  if (name.startsWith("clone")) return { name: "a clone", environment_id: ids.otherEnvironment };
  if (name === "saveGitOpsConfiguration") return { argocd_url: "https://argocd.example.com", argocd_token: "x" };
  if (name === "deployServices")
    return { databases: ["@database:0"], containers: [{ id: "@container:0", image_tag: "2" }] };
  const kind = kindNames.find((each) => name.toLowerCase() === `create${each}` || name.toLowerCase() === `edit${each}`);
  return kind === undefined ? undefined : bodies[kind].full(ids);
}

/** The ids there are, by kind, in the order in which they came. */
async function prepare(): Promise<Record<string, string[]>> {
  const { ids, request } = platform;
  await request("POST", "/_local/reset");
  const known: Record<string, string[]> = {
    organization: [ids.organization],
    cluster: [ids.cluster],
    environment: [ids.environment, ids.otherEnvironment],
    registry: Object.values(ids.registries),
    gitToken: [ids.gitToken],
    annotationsGroup: [ids.annotationsGroup],
    labelsGroup: [ids.labelsGroup],
    feature: ["fea70e00-a3c5-41e7-a263-d45f7193b00d"],
  };
  for (const kind of kindNames) known[kind] = [await makeOne(kind)];
  return known;
}

async function makeOne(kind: KindName): Promise<string> {
  const { ids, request } = platform;
  const body = { ...bodies[kind].minimal(ids), name: "web" };
  return (await request("POST", `/environment/${ids.environment}/${kind}`, { body })).body.id;
}

const unknown = "00000000-0000-4000-8000-000000000000";

/** Puts the ids that there are in place of the references to them. */
function resolved(value: unknown, known: Readonly<Record<string, string[]>>): unknown {
  if (typeof value === "string") {
    const [, kind = "", index = "0"] = reference.exec(value) ?? [];
    if (kind === "") return value;
    const ids = kind === "any" ? Object.values(known).flat() : (known[kind] ?? []);
    return ids[Number(index) % Math.max(1, ids.length)] ?? unknown;
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolved(member, known)]));
}

/** What of a response is not as the document has it. */
function wrongWith({ answers }: Operation, { status, headers, body }: Answer): string[] {
  if (!answers.has(status)) return [`the document lists no ${status}`];
  const described = answers.get(status);
  if (described === undefined) return body === undefined ? [] : ["the document lists no body"];
  const { type, schema } = described;
  const sent = type === "application/json" ? `${type}; charset=utf-8` : type;
  if (headers["content-type"] !== sent) return [`it is ${headers["content-type"]}`];
  return mismatches(document, schema, body);
}

async function send(request: ArbitraryRequest, known: Record<string, string[]>): Promise<void> {
  const { operation, made, members, query } = request;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => String(resolved(members[name] ?? "", known)));
  const body = request.body === undefined ? undefined : JSON.stringify(resolved(request.body, known));
  const answer = await platform.request(operation.method, path + query, body === undefined ? {} : { body });
  counts.requests += 1;
  if (answer.status < 300) counts.accepted += 1;
  byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
  const wrong = wrongWith(operation, answer);
  reached.add(`${operation.name} ${made}`);
  expect(wrong, `${operation.method} ${path}${query} ${body} was answered with ${answer.status}`).toEqual([]);
  const kind = kindNames.find((each) => new RegExp(`^(create|clone)${each}$`, "i").test(operation.name));
  if (kind !== undefined && answer.status < 300) known[kind]?.push(answer.body.id);
}

it(`${programs} random programs get only what the document lists`, async () => {
  const time = fc.nat({ max: 10 }).map((advanceSeconds) => ({ advanceSeconds }));
  const requests = document.operations.map((operation) => requestsOf(document, operation, goodBody(operation)));
  const step = fc.oneof({ weight: 1, arbitrary: time }, ...requests.map((arbitrary) => ({ weight: 1, arbitrary })));
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
    const known = await prepare();
    for (const each of steps) {
      if ("operation" in each) await send(each, known);
      else await platform.request("POST", "/_local/clock", { body: each });
    }
    expect(platform.logs()).toBe("");
  });
  await holds(property, programs);
  for (const { name, body } of document.operations) {
    for (const made of body === undefined ? ways.slice(0, 1) : ways) {
      expect(reached).toContain(`${name} ${made}`);
    }
  }
});

it("gets every sort of response, and is accepted often enough to mean something", () => {
  const reached = new Set(byStatus.keys());
  for (const status of [200, 201, 202, 204, 400, 404, 409]) expect(reached).toContain(status);
  expect(counts.accepted).toBeGreaterThan(counts.requests / 10);
});

it("notices a response that isn't documented", () => {
  const list = document.operations.find(({ name }) => name === "listDatabases") as Operation;
  const headers = { "content-type": "application/json; charset=utf-8" };
  expect(wrongWith(list, { status: 500, headers, body: {} })).toHaveLength(1);
  expect(wrongWith(list, { status: 200, headers, body: { results: [{ id: "x" }] } }).length).toBeGreaterThan(5);
  expect(wrongWith(list, { status: 200, headers, body: { results: [], more: 1 } })).toHaveLength(1);
  expect(wrongWith(list, { status: 200, headers, body: { results: [] } })).toEqual([]);
});
