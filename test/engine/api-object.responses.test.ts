import type { IncomingMessage, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { fastClock } from "../support/fake-clock.js";
import { type FrontendName, frontends, plain, type Resource } from "../support/frontend.js";
import { openedServer } from "../support/opened-server.js";
import type { Values } from "../support/provider.js";
import { failureOf } from "../unit/support/fake-platform.js";
import { openApiObject } from "./support/api-object.js";
import { isSecret } from "./support/values.js";

interface Item {
  readonly id: unknown;
  readonly values: Values;
}

/** What a server does otherwise than most. */
interface Oddity {
  /** The ID of the next object. */
  readonly id?: (count: number) => unknown;
  /** Responds to a request; nothing to respond as usual. */
  readonly respond?: (request: ReceivedRequest, usual: () => Response) => Response | undefined;
}

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly id: string | undefined;
  readonly text: string;
  readonly body: Values;
}

interface Response {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const collection = "/api/hook";
let oddity: Oddity;
let items: Map<string, Item>;
let made: number;
let lines: string[];

function usual({ method, url, id, body }: ReceivedRequest): Response {
  if (url === `${collection}` && method === "POST") {
    made += 1;
    const own = oddity.id === undefined ? `h${made}` : oddity.id(made);
    items.set(String(own), { id: own, values: body });
    return { status: 201, json: { id: own, ...body } };
  }
  if (url === collection && method === "GET")
    return { status: 200, json: { results: [...items.values()].map((each) => ({ id: each.id, ...each.values })) } };
  const found = id === undefined ? undefined : items.get(id);
  if (id === undefined || found === undefined) return { status: 404, json: { message: "not here" } };
  if (method === "DELETE") {
    items.delete(id);
    return { status: 204 };
  }
  if (method === "PATCH") items.set(id, { id: found.id, values: { ...found.values, ...body } });
  if (method === "PUT") items.set(id, { id: found.id, values: body });
  return { status: 200, json: { id: found.id, ...items.get(id)?.values } };
}

async function handle(request: IncomingMessage, response: ServerResponse) {
  const text = await textOf(request);
  const { method = "", url = "" } = request;
  const [, segment] = /^\/api\/hook\/([^/]+)$/.exec(url) ?? [];
  const id = segment === undefined ? undefined : decodeURIComponent(segment);
  const received: ReceivedRequest = { method, url, id, text, body: text === "" ? {} : JSON.parse(text) };
  lines.push(`${method} ${url}`);
  const returned = oddity.respond?.(received, () => usual(received)) ?? usual(received);
  const { status, json, headers = {} } = returned;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(returned.text ?? (json === undefined ? "" : JSON.stringify(json)));
}

/** The response, in which the object also contains this text and a member of this name, without the secret itself. */
function withEcho(response: Response, echo: string): Response {
  const { json } = response;
  if (typeof json !== "object" || json === null || !("id" in json)) return response;
  return { ...response, json: { ...json, password: undefined, [echo]: { echo } } };
}

const server = openedServer((request, response) => void handle(request, response));
beforeEach(() => {
  [oddity, items, made, lines] = [{}, new Map(), 0, []];
});

const args: Values = { path: "/hook", body: { name: "a", v: 1 }, nameMember: "name" };
const { nameMember: _, ...unnamed } = args;
const changed: Values = { ...args, body: { name: "a", v: 2 } };
const sent = (method: string) => lines.filter((line) => line.startsWith(method)).length;

/** A provider that is connected to the server. Only its delays take time, on a clock of the test. */
function opened(name: FrontendName) {
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "60" };
  const { frontend, declare, changed } = openApiObject(name, `${server.url}/api`, { clock: fastClock, environment });
  return { ...frontend, declare, change: changed };
}

describe.each(frontends)("ApiObject (%s provider)", (name) => {
  /** Creates, reads, updates and deletes the object, each once. */
  async function live(specified: Values = args): Promise<Resource> {
    const { declare, change, read } = opened(name);
    const old = await declare(specified);
    const now = await change(old, { ...specified, body: changed.body as Values });
    expect(await change(now, { ...specified, body: changed.body as Values })).toBeUndefined();
    expect(plain((await read(now))?.outputs ?? {}).response).toMatchObject({ name: "a", v: 2 });
    await opened(name).delete(now);
    expect([items.size, sent("POST"), sent("PUT"), sent("DELETE")]).toEqual([0, 1, 1, 1]);
    return now;
  }

  it.each<[what: string, id: unknown]>([
    ["a number", 42],
    ["a text with slashes", "a/b//c"],
    ["a text with percent signs", "100%25%2F"],
    ["a text with reserved characters of URLs", "a?b#c&d=e+f;g:h@i"],
    ["a text with Unicode", "häkchen-✓-😀"],
    ["a text of 4,000 characters", "x".repeat(4_000)],
  ])("manages an object whose `id`, percent-encoded in paths, is %s", async (_, id) => {
    oddity = { id: () => id };
    expect((await live()).id).toBe(String(id));
  });

  it.each(["9007199254740993", "-9007199254740993", "1000000000000000000000000"])(
    "manages an object whose `id` is the number %s, which JavaScript would round",
    async (digits) => {
      oddity = {
        id: () => digits,
        respond(_, usual) {
          const { json, ...response } = usual();
          return {
            ...response,
            text: json === undefined ? "" : JSON.stringify(json).replace(/"id":"([^"]*)"/, '"id":$1'),
          };
        },
      };
      expect((await live()).id).toBe(digits);
    },
  );

  it("distinguishes IDs that differ in letter case only", async () => {
    const ids = ["a", "A"];
    oddity = { id: (count) => ids[count - 1] };
    const { declare, read } = opened(name);
    const one = await declare({ ...args, read: "/hook" });
    const other = await opened(name).declare({ ...args, read: "/hook", body: { name: "b", v: 5 } });
    expect(plain((await read(one))?.outputs ?? {}).response).toMatchObject({ name: "a" });
    expect(plain((await read(other))?.outputs ?? {}).response).toMatchObject({ name: "b" });
  });

  it("fails, and advises paths without `{id}`, if a new object's ID is `..`", async () => {
    oddity = { id: () => ".." };
    const { message } = await failureOf(opened(name).declare(args));
    expect(message).toContain("set `read`, `update.path` and `delete.path` to paths without `{id}`");
  });

  it.each<[id: unknown, says: string]>([
    ["..", 'its ID is "..", which the path of a URL can\'t contain'],
    [".", 'its ID is ".", which'],
    ["x".repeat(9_000), "too long for the path of a URL"],
    ["", 'the id ""'],
    [null, "no id, but name, v"],
    [true, "the id true"],
    [{ a: 1 }, "the id an object"],
    [undefined, "no id, but name, v"],
  ])("fails with AP3105 after one create if the new object has no usable ID: $1", async (id, says) => {
    oddity = { id: () => id };
    for (const specified of [args, unnamed]) {
      items.clear();
      lines.length = 0;
      const { message } = await failureOf(opened(name).declare(specified));
      expect(message).toMatch(/^AP3105: /);
      expect(message).toContain(says);
      expect(message).toContain("in the platform's console");
      expect(message).not.toMatch(/lost|bug/);
      expect(sent("POST")).toBe(1);
    }
  });

  it("accepts the ID `..` if no path of the object has `{id}`", async () => {
    oddity = { id: () => ".." };
    const specified = { ...args, read: "/hook", update: { method: "NONE" }, delete: { method: "NONE" } };
    expect((await opened(name).declare(specified)).id).toBe("..");
  });

  it("refuses the adoptId `..`, an ID that no path can contain, without a request", async () => {
    await expect(opened(name).declare({ ...args, adoptId: ".." })).rejects.toThrow("adoptId must be an ID");
    expect(lines).toEqual([]);
  });

  it.each<[what: string, create: (usual: Response) => Response]>([
    ["204 without a body", () => ({ status: 204 })],
    ["205 without a body", () => ({ status: 205 })],
    ["201 with a text", () => ({ status: 201, text: "created", headers: { "content-type": "text/plain" } })],
    ["201 with another object", () => ({ status: 201, json: { data: { id: "h1" } } })],
    ["200 with a list", () => ({ status: 200, json: [{ id: "h1" }] })],
    ["202 with an operation", () => ({ status: 202, json: { id: "operation-7", status: "RUNNING" } })],
    ["202 with an operation of the same name", () => ({ status: 202, json: { id: "operation-7", name: "a" } })],
    ["207 with parts", () => ({ status: 207, json: { responses: [{ status: 201 }] } })],
    ["303 to a page", () => ({ status: 303, headers: { location: "/done" } })],
  ])("finds a new object by `nameMember` after this response to its create: %s", async (_, create) => {
    oddity = { respond: ({ method }, usual) => (method === "POST" ? create(usual()) : undefined) };
    await live();
  });

  it("gets its ID from the body of a 202 response to a create", async () => {
    oddity = { respond: ({ method }, usual) => (method === "POST" ? { ...usual(), status: 202 } : undefined) };
    expect((await live(unnamed)).id).toBe("h1");
  });

  it("waits until the list shows a new object after a 202 response with an operation", async () => {
    let waits = 8;
    oddity = {
      respond({ method, url: path }, usual) {
        if (method === "POST") return { ...usual(), status: 202, json: { operation: 7 } };
        if (method !== "GET" || path !== collection || sent("POST") === 0) return undefined;
        waits -= 1;
        return waits > 0 ? { status: 200, json: { results: [] } } : undefined;
      },
    };
    expect((await opened(name).declare(args)).id).toBe("h1");
    expect(sent("POST")).toBe(1);
  });

  it.each([201, 204, 303])(
    "finds a new object by the Location header of a %i response to its create",
    async (status) => {
      oddity = {
        id: () => "a/1",
        respond: ({ method }, usual) =>
          method === "POST" && usual() ? { status, headers: { location: `${collection}/a%2F1` } } : undefined,
      };
      expect((await live(unnamed)).id).toBe("a/1");
    },
  );

  it.each<[what: string, create: Response, says: string]>([
    ["204", { status: 204 }, "the response (204) has no content"],
    ["202", { status: 202, json: { id: "op-7" } }, 'the response (202) doesn\'t describe it yet: it has the id "op-7"'],
    ["a list", { status: 200, json: [1] }, "the response (200) is a list of 1 item"],
  ])("fails a create without `nameMember` whose response is %s, and advises to adopt", async (_, create, says) => {
    oddity = { respond: ({ method }, usual) => (method === "POST" && usual() ? create : undefined) };
    const { message } = await failureOf(opened(name).declare(unnamed));
    expect(message).toContain(says);
    expect(message).toContain("adopt it");
    expect(message).not.toContain("lost");
    expect(sent("POST")).toBe(1);
  });

  it.each<[what: string, update: (usual: Response) => Response]>([
    ["204", () => ({ status: 204 })],
    ["205", () => ({ status: 205 })],
    ["200 without a body", () => ({ status: 200 })],
    ["200 with a text", () => ({ status: 200, text: "OK", headers: { "content-type": "text/plain" } })],
    ["201 with the object", (usual) => ({ ...usual, status: 201 })],
    ["203 with the object", (usual) => ({ ...usual, status: 203 })],
    ["202 with an operation", () => ({ status: 202, json: { id: "operation-7" } })],
    ["202 with the object", (usual) => ({ ...usual, status: 202 })],
  ])("has the updated object as its outputs after this response to its update: %s", async (_, update) => {
    oddity = { respond: ({ method }, usual) => (method === "PUT" ? update(usual()) : undefined) };
    const { declare, change } = opened(name);
    const now = await change(await declare(args), changed);
    expect(plain(now.outputs)).toMatchObject({ body: { v: 2 }, response: { id: "h1", v: 2 } });
  });

  it.each<[what: string, remove: Response]>([
    ["200 with JSON", { status: 200, json: { deleted: true } }],
    ["200 with a text", { status: 200, text: "OK", headers: { "content-type": "text/plain" } }],
    ["202 with an operation", { status: 202, json: { id: "operation-7" } }],
    ["204", { status: 204 }],
    ["205", { status: 205 }],
    ["207", { status: 207, json: {} }],
  ])("is deleted if its delete responds with %s", async (_, remove) => {
    oddity = { respond: ({ method }, usual) => (method === "DELETE" && usual() ? remove : undefined) };
    await live();
  });

  it.each([404, 410])("counts as deleted if reads and deletes respond with %i", async (status) => {
    const old = await opened(name).declare(args);
    const { read, delete: remove } = opened(name);
    items.clear();
    oddity = { respond: ({ id }, usual) => (id === undefined ? undefined : { ...usual(), status }) };
    expect(await read(old)).toBeUndefined();
    await remove(old);
    expect(sent("DELETE")).toBe(1);
  });

  it("counts as deleted after a 404 text page only if the list lacks the object", async () => {
    const old = await opened(name).declare(args);
    const { read, delete: remove } = opened(name);
    const page: Response = { status: 404, text: "404 page not found", headers: { "content-type": "text/plain" } };
    items.clear();
    oddity = { respond: ({ id }) => (id === undefined ? undefined : page) };
    expect(await read(old)).toBeUndefined();
    await remove(old);
    oddity = { respond: () => page };
    expect((await failureOf(opened(name).read(old))).message).toContain("AP3103");
  });

  it.each<[status: number, seconds: number]>([
    [204, 60],
    [202, 600],
  ])(
    "fails with AP5003, and advises `pulumi state delete`, if the object still exists after a DELETE (%i) for %i s",
    async (status, seconds) => {
      const old = await opened(name).declare(args);
      const { delete: remove } = opened(name);
      oddity = { respond: ({ method }) => (method === "DELETE" ? { status } : undefined) };
      const began = fastClock.elapsed();
      const { code, message } = await failureOf(remove(old));
      expect(code).toBe("AP5003");
      expect(message).toContain(`still exists on the platform ${seconds} s after the platform accepted its deletion`);
      expect(message).toContain("remove it from the state: pulumi state delete");
      const elapsed = fastClock.elapsed() - began;
      expect(elapsed).toBeGreaterThan((seconds - 10) * 1_000);
      expect(elapsed).toBeLessThan((seconds + 10) * 1_000);
    },
  );

  const secret = `${String.raw`he said: "50% & <it's> a\b/c"`}\nnéxt line`;
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

  it.each<[format: string, write: (text: string) => string]>([
    ["in JSON", inJson],
    ["in JSON in JSON", (text) => inJson(inJson(text))],
    ["in JSON in JSON, with escaped slashes", (text) => inJson(inJson(text).replaceAll("/", "\\/"))],
    ["in a URL in JSON", (text) => inJson(encodeURIComponent(text))],
    ["in JSON in Base64", (text) => Buffer.from(JSON.stringify({ password: text })).toString("base64")],
  ])("redacts a secret that the platform repeats %s, in messages, outputs and names", async (_, write) => {
    const echo = write(secret);
    const specified = { ...args, secretBody: { password: secret } };
    const shown = (values: unknown) => JSON.stringify(values, (_, value) => (isSecret(value) ? "[secret]" : value));
    oddity = {
      respond({ method }, usual) {
        if (method !== "PUT") return withEcho(usual(), echo);
        return { status: 400, json: { detail: `no: ${echo}`, violations: [{ field: echo, message: echo }] } };
      },
    };
    const { declare, change } = opened(name);
    const old = await declare(specified);
    const { message } = await failureOf(change(old, { ...specified, body: changed.body as Values }));
    expect(message).toContain("***");
    expect(JSON.stringify(plain(old.outputs).response)).toMatch(/\*\*\*[^"]*":\{"echo":"[^"]*\*\*\*/);
    for (const text of [message, shown([old.inputs, old.outputs])]) {
      for (const part of [echo, inJson(echo), "he said", "xt line", "aGUgc2FpZ"]) expect(text).not.toContain(part);
    }
  });

  it.each(["PUT", "PATCH"])(
    "redacts former secrets that the platform repeats after an update with %s",
    async (method) => {
      const secrets = ["first-secret", "second-secret", "third-secret"];
      const specified = (count: number): Values => ({
        ...args,
        secretBody: { password: secrets[count] as string },
        update: { method },
      });
      let count = 0;
      const former = () => secrets.slice(0, count + 1);
      oddity = {
        respond(_, usual) {
          const { json, ...response } = usual();
          if (typeof json !== "object" || json === null || !("id" in json)) return undefined;
          const history = former().map((each, at) => ({ at, login: `user:${each}` }));
          const byName = Object.fromEntries(former().map((each) => [each, { since: 1 }]));
          // The newest comes first.
          const echo = { last: former().at(-2), history: history.toReversed(), byName };
          return { ...response, json: { ...json, password: undefined, ...echo } };
        },
      };
      const shown = (values: unknown) => JSON.stringify(values, (_, value) => (isSecret(value) ? "[secret]" : value));
      let now = await opened(name).declare(specified(0));
      for (count = 1; count < secrets.length; count += 1) {
        now = await opened(name).change(now, specified(count));
        for (const _ of [1, 2]) {
          for (const each of secrets) expect(shown([now.inputs, now.outputs])).not.toContain(each);
          expect(plain(now.outputs).response).toMatchObject({ last: "***", history: { length: count + 1 } });
          now = (await opened(name).read(now)) as Resource;
        }
      }
      oddity = {};
      const { response } = plain(((await opened(name).read(now)) as Resource).outputs);
      expect(response).toMatchObject({ name: "a", v: 1 });
    },
  );

  it.each([
    ["is empty", "", "was empty (200) instead of"],
    ["is cut off within its JSON", '{ "id": "h1', "was invalid application/json (200) instead of"],
  ])("fails a read whose response %s", async (_, text, says) => {
    const { declare, read } = opened(name);
    const old = await declare(args);
    oddity = { respond: ({ method }) => (method === "GET" ? { status: 200, text } : undefined) };
    expect((await failureOf(read(old))).message).toContain(says);
  });

  it.each([204, 205, 206, 207, 304, 408, 500, 503])(
    "fails a read that responds with %i, and doesn't count as deleted",
    async (status) => {
      const { declare, read } = opened(name);
      const old = await declare(args);
      oddity = { respond: ({ method }) => (method === "GET" ? { status } : undefined) };
      expect((await failureOf(read(old))).message).toMatch(/^AP3/);
    },
  );

  const unmanaged =
    '"owner_id":9007199254740993,"rate":1.50,"limits":{"x":null,"most":1e400},"list":[{"x":null,"y":1.0}]';
  const exactly = (version: number) => `{"name":"a","v":${version},"free":{"x":null},${unmanaged}}`;
  /** Has one object, with members that no JavaScript number or program shows exactly. */
  const respondExactly = ({ method, url: path }: ReceivedRequest, version: number): Response =>
    method === "GET" && path === collection
      ? { status: 200, json: { results: [] } }
      : { status: method === "POST" ? 201 : 200, text: `{"id":"1",${exactly(version).slice(1)}` };

  it("sends back unmanaged numbers with all their digits and nulls, and outputs a number that JavaScript would round as a string", async () => {
    const sent: Record<string, string> = {};
    oddity = {
      respond(received) {
        sent[received.method] = received.text;
        return respondExactly(received, sent.PUT === undefined ? 1 : 2);
      },
    };
    const { declare, read, change } = opened(name);
    const own = { ...args, body: { name: "a", v: 1, free: { x: null } } };
    const created = await declare(own);
    expect(JSON.parse(sent.POST as string)).toEqual(own.body);
    const refreshed = (await read(created)) as Resource;
    expect(plain(refreshed.outputs).response).toEqual({
      ...{ id: "1", name: "a", v: 1, free: { x: null }, owner_id: "9007199254740993", rate: 1.5 },
      ...{ limits: { x: null, most: "1e400" }, list: [{ x: null, y: 1 }] },
    });
    const next = { ...own, body: { ...own.body, v: 2 } };
    const updated = await change(refreshed, next);
    expect(sent.PUT).toBe(exactly(2));
    expect(await change(updated, next)).toBeUndefined();
  });
});
