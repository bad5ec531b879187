/** Made-up kinds of records, each as a file of `backend/src/resources/records` would define it, served by the real server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { EnvironmentContent } from "../../backend/src/dashboard/contract.js";
import { keepLog } from "../../backend/src/dashboard/requests/kept-log.js";
import { openApiDocument } from "../../backend/src/openapi.js";
import {
  type AnyRecordKind,
  commonMembers,
  type RecordKind,
  representCommon,
} from "../../backend/src/resources/record.js";
import { roles } from "../../backend/src/roles.js";
import { plainRoutes } from "../../backend/src/routes/records.js";
import type { Route } from "../../backend/src/routes/route.js";
import { routesOf } from "../../backend/src/routes/table.js";
import { freeText, idOf, resourceName, text } from "../../backend/src/schema/texts.js";
import { seededIds } from "../../backend/src/seed.js";
import { openStore } from "../../backend/src/store/store.js";
import { openedFolder } from "../support/opened-folder.js";
import { openEvents } from "./support/event-stream.js";
import { serve } from "./support/in-process.js";
import { anyId, anyTime } from "./support/opened.js";

const noteRequest = z.object({ key: text, value: freeText.default("") }).meta({ id: "NoteRequest" });
type NoteConfig = z.output<typeof noteRequest>;
const noteResponse = z.object({ ...commonMembers, key: text, value: z.null() }).meta({ id: "Note" });
/** A kind of an environment with the usual calls. */
const note: RecordKind<NoteConfig, z.output<typeof noteResponse>> = {
  kind: "note",
  noun: "environment note",
  description: "Notes on environments.",
  parents: ["environment"],
  stored: noteRequest,
  response: noteResponse,
  uniqueBy: ({ key }) => key,
  represent: (record) => ({ ...representCommon(record), key: record.config.key, value: null }),
};

const keyRequest = z.object({ name: resourceName, role: z.enum(roles), git_token_id: idOf("gitToken") });
type KeyConfig = z.output<typeof keyRequest>;
const keyResponse = z.object({ ...commonMembers, ...keyRequest.shape }).meta({ id: "MadeUpKey" });
/** A kind of an organization that is never updated or read alone, only for administrators, with a token that is returned once. */
const madeUpKey: RecordKind<KeyConfig, z.output<typeof keyResponse>> = {
  kind: "madeUpKey",
  noun: "made-up key",
  description: "Keys with which machines send requests.",
  parents: ["organization"],
  calls: {
    create: { role: "admin" },
    list: { role: "admin", response: z.object({ id: commonMembers.id, name: text }).meta({ id: "ListedMadeUpKey" }) },
    delete: {},
  },
  stored: keyRequest.meta({ id: "MadeUpKeyRequest" }),
  response: keyResponse,
  returnedOnce: "token",
  uniqueBy: ({ name }) => name,
  roleOf: ({ role }) => role,
  represent: (record) => ({ ...representCommon(record), ...record.config }),
};

const recordKinds: readonly AnyRecordKind[] = [note, madeUpKey];
const routes: readonly Route[] = [...routesOf("extended"), ...recordKinds.flatMap(plainRoutes)];
const notes = `/environment/${seededIds.environment}/note`;
const keys = `/organization/${seededIds.organization}/madeUpKey`;
const keyBody = (name: string) => ({ name, role: "viewer", git_token_id: seededIds.gitToken });

const folder = openedFolder("record-kinds");
const data = join(folder, "platform.db");
type Served = Awaited<ReturnType<typeof serve>>;
let served: Served;
let keptLog: ReturnType<typeof keepLog>;

async function start(): Promise<void> {
  served = await serve(openStore(data), { data, routes, recordKinds });
  const { local } = served;
  keptLog = keepLog({ data, key: local.key, routes, log: local.dashboard.log });
}
async function stop(): Promise<void> {
  await served.close();
  await keptLog.close();
}
beforeAll(start);
afterAll(stop);
beforeEach(async () => {
  await send("POST", "/_local/reset");
});

async function send(...request: Parameters<Served["send"]>) {
  const { status, body } = await served.send(...request);
  return { status, body };
}

const statusWith = async (token: string, method: string, path: string): Promise<number> =>
  (await fetch(served.url + path, { method, headers: { authorization: `Token ${token}` } })).status;

/** A row of a snapshot. */
interface Row {
  kind: string;
  body: object;
}
interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  responses: Record<string, { content: { "application/json": { example: unknown } } }>;
}
/** As much of the OpenAPI document as is read here. */
interface Document {
  tags: unknown[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required: string[]; properties: Record<string, object> }> };
}
interface Snapshot {
  tables: { record: Row[] };
}

/** The violations of a snapshot with a changed row. */
async function violationsOf(snapshot: Snapshot, index: number, change: Partial<Row>): Promise<unknown> {
  const changed = structuredClone(snapshot);
  Object.assign(changed.tables.record[index] as Row, change);
  const { status, body } = await send("PUT", "/_local/snapshot", changed);
  expect(status).toBe(400);
  return body.violations;
}
const at = (index: number, member = "") => `tables.record[${index}]${member}`;

describe("new kind in an environment", () => {
  it("can be created, listed, read, updated and deleted, and returns 409 for a key in use in its environment", async () => {
    const { body: created } = await send("POST", notes, { key: "URL", value: "secret" });
    expect(created).toEqual({ id: anyId, created_at: anyTime, updated_at: null, key: "URL", value: null });
    const path = `/note/${created.id}`;
    expect(await send("GET", path)).toEqual({ status: 200, body: created });
    const updated = { ...created, key: "URI", updated_at: anyTime };
    expect(await send("PUT", path, { key: "URI", value: "other" })).toEqual({ status: 200, body: updated });
    expect((await send("GET", notes)).body).toEqual({ results: [updated] });
    const { store } = served.local.platform;
    expect(store.records.get("child:note", created.id)?.config).toEqual({ key: "URI", value: "other" });
    const detail = `The environment note "URI" already exists; its id is ${created.id}.`;
    expect((await send("POST", notes, { key: "URI" })).body).toMatchObject({ status: 409, detail });
    const elsewhere = `/environment/${seededIds.otherEnvironment}/note`;
    expect((await send("POST", elsewhere, { key: "URI" })).status).toBe(201);
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
  });

  it("is restored from a snapshot, which is refused with 400 if the record is invalid", async () => {
    await send("POST", notes, { key: "A", value: "1" });
    await send("POST", notes, { key: "B" });
    const snapshot: Snapshot = (await send("GET", "/_local/snapshot")).body;
    const first = snapshot.tables.record.findIndex(({ kind }) => kind === "child:note");
    const bodyWith = (index: number, config: object) => ({ body: { ...snapshot.tables.record[index]?.body, config } });
    await send("POST", "/_local/reset");
    const missing = { field: at(first, ".body.config.key"), message: "is required" };
    expect(await violationsOf(snapshot, first, bodyWith(first, { x: 1 }))).toContainEqual(missing);
    const unknownKind = { field: at(first, ".kind"), message: "must be a kind of record" };
    expect(await violationsOf(snapshot, first, { kind: "child:nonsense" })).toEqual([unknownKind]);
    const twice = bodyWith(first + 1, { key: "A", value: "" });
    const second = { field: at(first + 1), message: "must not be a second environment note with this name" };
    expect(await violationsOf(snapshot, first + 1, twice)).toEqual([second]);
    expect((await send("GET", notes)).body).toEqual({ results: [] });
    await send("PUT", "/_local/snapshot", snapshot);
    expect((await send("GET", notes)).body.results).toMatchObject([{ key: "A" }, { key: "B" }]);
  });

  it("appears on the dashboard's page of its environment as soon as the record changes", async () => {
    const { id } = (await send("POST", notes, { key: "A" })).body;
    const content = async (): Promise<EnvironmentContent["others"]> =>
      (await send("GET", `/_local/environments/${seededIds.environment}/content`)).body.others;
    const stream = await openEvents(served.url, seededIds.environment);
    expect(await content()).toEqual([{ id, kind: "note", name: "A", updatedAt: expect.any(String) }]);
    await send("PUT", `/note/${id}`, { key: "B" });
    expect(await content()).toMatchObject([{ id, name: "B" }]);
    await vi.waitFor(() => expect(stream.all("others").at(-1)?.changed).toMatchObject([{ id, name: "B" }]), 120_000);
    await send("DELETE", `/note/${id}`);
    expect(await content()).toEqual([]);
    await vi.waitFor(() => expect(stream.all("others").at(-1)?.removed).toEqual([id]), 120_000);
    stream.close();
  });
});

describe("new kind whose record defines its calls itself", () => {
  it("has only the calls that it defines, and returns 405 for the others", async () => {
    const path = `${keys}/${(await send("POST", keys, keyBody("ci"))).body.id}`;
    for (const method of ["GET", "PUT"]) expect((await send(method, path)).status).toBe(405);
    for (const status of [204, 404]) expect((await send("DELETE", path)).status).toBe(status);
  });

  it("requires the role that a call sets, or else the role of its method", async () => {
    const statuses = async (method: string, path: string, body?: unknown) =>
      Promise.all(roles.map(async (role) => (await send(method, path, body, role)).status));
    expect(await statuses("GET", keys)).toEqual([200, 403, 403]);
    expect(await statuses("POST", keys, { name: "" })).toEqual([400, 403, 403]);
    expect(await statuses("POST", notes, {})).toEqual([400, 400, 403]);
  });

  it("returns in its list only the members that the call defines (`id` and `name`)", async () => {
    const { id } = (await send("POST", keys, keyBody("ci"))).body;
    expect((await send("GET", keys)).body).toEqual({ results: [{ id, name: "ci" }] });
  });

  it("returns 400 for a reference in the body (`git_token_id`) to a record that doesn't exist", async () => {
    const { status, body } = await send("POST", keys, { ...keyBody("ci"), git_token_id: seededIds.labelsGroup });
    const violation = { field: "git_token_id", message: "doesn't exist in this organization" };
    expect([status, body.violations]).toEqual([400, [violation]]);
  });

  it("is described by the OpenAPI document under its tag, with its roles and responses", () => {
    const document = openApiDocument("extended", routes) as unknown as Document;
    expect(document.tags).toContainEqual({ name: "note", description: "Notes on environments." });
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const of = (tag: string) => described.filter(({ tags }) => tags.includes(tag));
    const named = (tag: string) => of(tag).map(({ operationId }) => operationId);
    expect(named("note").sort()).toEqual(["createNote", "deleteNote", "editNote", "getNote", "listNotes"]);
    expect(named("madeUpKey").sort()).toEqual(["createMadeUpKey", "deleteMadeUpKey", "listMadeUpKeys"]);
    const createNote = of("note").find(({ operationId }) => operationId === "createNote");
    expect(createNote?.responses[201]?.content["application/json"].example).toMatchObject({ key: "text", value: null });
    for (const { description } of of("madeUpKey")) expect(description).toContain("Requires the role admin.");
    expect(JSON.stringify(of("madeUpKey"))).toContain("#/components/schemas/MadeUpKeyCreated");
    const { MadeUpKeyCreated } = document.components.schemas;
    const required = "id created_at updated_at name role git_token_id token".split(" ");
    expect(MadeUpKeyCreated?.required).toEqual(required);
    expect(MadeUpKeyCreated?.properties.token).toMatchObject({ description: "No other response has it." });
  });
});

describe("secret returned once", () => {
  const create = async (name: string) => (await send("POST", keys, keyBody(name))).body;

  it("is a new text in the response of each create, and in no later response", async () => {
    const [first, second] = [await create("a"), await create("b")];
    expect(first).toEqual({
      ...{ id: anyId, created_at: anyTime, updated_at: null },
      ...keyBody("a"),
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(second.token).not.toBe(first.token);
    expect(JSON.stringify((await send("GET", keys)).body)).not.toContain(first.token);
    expect((await send("POST", keys, keyBody("a"))).body.detail).toContain(first.id);
  });

  it("is an access token with the role of its record, also after a restart", async () => {
    const { token } = await create("ci");
    await stop();
    await start();
    const readWith = () => statusWith(token, "GET", notes);
    expect([await readWith(), await statusWith(token, "POST", notes)]).toEqual([200, 403]);
    const snapshot = (await send("GET", "/_local/snapshot")).body;
    await send("POST", "/_local/reset");
    expect(await readWith()).toBe(401);
    expect((await send("PUT", "/_local/snapshot", snapshot)).status).toBe(204);
    expect(await readWith()).toBe(200);
  });

  it("is stored only as a digest, and is in no file, snapshot, journal, log or page", async () => {
    const { id, token } = await create("ci");
    await statusWith(token, "GET", notes);
    const created = (await send("GET", "/_local/requests/log")).body.results.find(
      ({ operation }: { operation: string }) => operation === "createMadeUpKey",
    );
    const texts = {
      detail: (await send("GET", `/_local/requests/${created.id}`)).body,
      journal: (await send("GET", "/_local/requests")).body,
      log: (await send("GET", "/_local/requests/log")).body,
      organization: (await send("GET", "/_local/organization")).body,
      snapshot: (await send("GET", "/_local/snapshot")).body,
    };
    expect(texts.detail.response.json).toMatchObject({ id, token: "••••••" });
    const shown = expect.objectContaining({ id, kind: "made-up key", name: "ci" });
    expect(texts.organization.resources).toContainEqual(shown);
    await stop();
    const files = { data: readFileSync(data, "utf8"), requests: readFileSync(`${data}-requests`, "utf8") };
    await start();
    expect(files.data).toContain(id);
    expect(files.requests).toContain("createMadeUpKey");
    for (const [place, value] of Object.entries({ ...texts, ...files }))
      expect([place, JSON.stringify(value).includes(token)]).toEqual([place, false]);
    expect(served.local.platform.store.records.get("organization:madeUpKey", id)).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("is refused with 400 in a snapshot without its digest", async () => {
    await create("ci");
    const snapshot: Snapshot = (await send("GET", "/_local/snapshot")).body;
    const index = snapshot.tables.record.findIndex(({ kind }) => kind === "organization:madeUpKey");
    const { digest: _, ...body } = (snapshot.tables.record[index] as Row).body as { digest: string };
    const missing = { field: at(index, ".body.digest"), message: "is required" };
    expect(await violationsOf(snapshot, index, { body })).toEqual([missing]);
  });
});
