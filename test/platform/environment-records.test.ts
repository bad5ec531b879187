/** A made-up kind of record that uses the backend's helper, because no kind of the product needs it yet. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { EnvironmentContent } from "../../backend/src/dashboard/contract.js";
import { openApiDocument } from "../../backend/src/openapi.js";
import {
  type EnvironmentRecordKind,
  recordKindOf,
  recordMembers,
  representRecord,
} from "../../backend/src/resources/environment-record.js";
import { environmentRecordRoutes } from "../../backend/src/routes/environment-records.js";
import { routesOf } from "../../backend/src/routes/table.js";
import { freeText, text } from "../../backend/src/schema/texts.js";
import { seededIds } from "../../backend/src/seed.js";
import { openStore } from "../../backend/src/store/store.js";
import { openEvents } from "./event-stream.js";
import { serve } from "./in-process.js";
import { anyId, anyTime } from "./opened.js";

const request = z.object({ key: text, value: freeText.default("") }).meta({ id: "NoteRequest" });
const response = z.object({ ...recordMembers, key: text, value: z.null() }).meta({ id: "Note" });
const note: EnvironmentRecordKind<z.output<typeof request>, z.output<typeof response>> = {
  kind: "note",
  noun: "environment note",
  description: "Notes on environments.",
  request,
  response,
  uniqueBy: ({ key }) => key,
  represent: (record) => ({ ...representRecord(record), key: record.config.key, value: null }),
};

/** A row of a snapshot. */
interface Row {
  kind: string;
  body: object;
}

describe("a kind of record that belongs to an environment", () => {
  const store = openStore(":memory:");
  const list = `/environment/${seededIds.environment}/note`;
  let served: Awaited<ReturnType<typeof serve>>;
  let routes: ReturnType<typeof routesOf>;

  beforeAll(async () => {
    routes = [...routesOf("extended"), ...environmentRecordRoutes(note)];
    served = await serve(store, { routes, recordKinds: [recordKindOf(note)] });
  });
  afterAll(() => served.close());
  beforeEach(async () => {
    await send("POST", "/_local/reset");
  });

  const send = async (...request: Parameters<typeof served.send>) => {
    const { status, body } = await served.send(...request);
    return { status, body };
  };

  it("has the calls of every record, and a value of its own in its environment", async () => {
    const { status, body: created } = await send("POST", list, { key: "URL", value: "secret" });
    const environment = { id: seededIds.environment };
    const shown = { id: anyId, created_at: anyTime, updated_at: null, environment, key: "URL", value: null };
    expect([status, created]).toEqual([201, shown]);
    const path = `/note/${created.id}`;
    expect(await send("GET", path)).toEqual({ status: 200, body: created });
    const updated = { ...created, key: "URI", updated_at: anyTime };
    expect(await send("PUT", path, { key: "URI", value: "other" })).toEqual({ status: 200, body: updated });
    expect((await send("GET", list)).body).toEqual({ results: [updated] });
    expect(store.records.get("child:note", created.id)?.config).toEqual({ key: "URI", value: "other" });
    const detail = `The environment note "URI" already exists; its id is ${created.id}.`;
    expect((await send("POST", list, { key: "URI" })).body).toMatchObject({ status: 409, detail });
    const elsewhere = `/environment/${seededIds.otherEnvironment}/note`;
    expect((await send("POST", elsewhere, { key: "URI" })).status).toBe(201);
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
  });

  it("is part of a snapshot, and refused in one that its own schema refuses, and nothing changes", async () => {
    await send("POST", list, { key: "A", value: "1" });
    await send("POST", list, { key: "B" });
    const snapshot: { tables: { record: Row[] } } = (await send("GET", "/_local/snapshot")).body;
    const first = snapshot.tables.record.findIndex(({ kind }) => kind === "child:note");
    await send("POST", "/_local/reset");
    const violationsOf = async (index: number, change: Partial<Row>, config?: object) => {
      const changed = structuredClone(snapshot);
      const row = changed.tables.record[index] as Row;
      Object.assign(row, change, config && { body: { ...row.body, config } });
      const { status, body } = await send("PUT", "/_local/snapshot", changed);
      return [status, body?.violations];
    };
    const at = (index: number, member = "") => `tables.record[${index}]${member}`;
    const missing = { field: at(first, ".body.config.key"), message: "is required" };
    expect(await violationsOf(first, {}, { x: 1 })).toEqual([400, expect.arrayContaining([missing])]);
    const unknownKind = { field: at(first, ".kind"), message: "must be a kind of record" };
    expect(await violationsOf(first, { kind: "child:nonsense" })).toEqual([400, [unknownKind]]);
    const message = "must not be a second environment note with this name";
    const second = { field: at(first + 1), message };
    expect(await violationsOf(first + 1, {}, { key: "A", value: "" })).toEqual([400, [second]]);
    expect((await send("GET", list)).body).toEqual({ results: [] });
    await send("PUT", "/_local/snapshot", snapshot);
    expect((await send("GET", list)).body.results).toMatchObject([{ key: "A" }, { key: "B" }]);
  });

  it("is on the dashboard's page of its environment, as soon as it changes", async () => {
    const { id } = (await send("POST", list, { key: "A" })).body;
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

  it("is described by the OpenAPI document under its tag", () => {
    const document = openApiDocument("extended", routes) as {
      tags: unknown[];
      paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
    };
    expect(document.tags).toContainEqual({ name: "note", description: "Notes on environments." });
    const operations = [
      ...Object.values(document.paths["/environment/{environmentId}/note"] ?? {}),
      ...Object.values(document.paths["/note/{noteId}"] ?? {}),
    ];
    expect(operations.map(({ operationId, tags }) => [operationId, tags])).toEqual(
      ["createNote", "listNotes", "getNote", "editNote", "deleteNote"].map((name) => [name, ["note"]]),
    );
  });
});
