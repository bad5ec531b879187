/** Covers provider/kinds/apiObject/apiObject.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { definitions } from "../../provider/kinds/index.js";
import { type StackResource, soleOwner } from "../../provider/ownership/stackOwners.js";
import { type FrontendName, frontends, type InitError, plain, type Resource, urnOf } from "../support/frontend.js";
import { openedFolder } from "../support/opened-folder.js";
import type { Values } from "../support/provider.js";
import { UNKNOWN } from "../support/provider.js";
import { type ConnectedOptions, failureOf } from "../unit/support/fake-platform.js";
import { openApiObject, hookUrn as urn } from "./support/api-object.js";
import { type ObjectServer, openObjectServer } from "./support/object-server.js";
import { isSecret } from "./support/values.js";

let server: ObjectServer;
const folder = openedFolder("api-object");
const logFile = join(folder, "requests.jsonl");
beforeAll(async () => {
  server = await openObjectServer();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const secret = "s3cret-of-the-hook";
const collection = "/api/organization/acme/webhook";
const place = { path: "/organization/{organizationId}/webhook", parameters: { organizationId: "acme" } };
const hook: Values = {
  ...place,
  body: { kind: "SLACK", target_url: "https://hooks.example.com/1", retry: { count: 5 } },
  secretBody: { target_secret: secret },
  nameMember: "target_url",
};
const withBody = (body: Values): Values => ({ ...hook, body: { ...(hook.body as Values), ...body } });

/** A provider that is connected to the server, with what users are told. */
const opened = (name: FrontendName, { environment, ...options }: ConnectedOptions = {}) =>
  openApiObject(name, server.url, {
    ...options,
    environment: { APP_PLATFORM_LOG_FILE: logFile, ...environment },
  });

/** Everything of a resource that isn't encrypted. */
const readable = (...values: unknown[]) => JSON.stringify(values, (_, value) => (isSecret(value) ? "[secret]" : value));

describe.each(frontends)("ApiObject (%s provider)", (name) => {
  it("is created once with one POST, and sends nothing at preview or without a change", async () => {
    const { frontend, declare, change } = opened(name);
    const { inputs, failures } = await frontend.check(urn, hook);
    expect(failures).toEqual([]);
    await frontend.create(urn, inputs, { isPreview: true });
    expect(server.sent()).toEqual([]);
    const made = await declare(hook);
    expect(server.sent()).toEqual([`GET ${collection}`, `POST ${collection}`]);
    expect(made.id).toBe("Obj_1");
    expect(server.bodies[0]?.[1]).toEqual({ ...(hook.body as Values), target_secret: secret });
    expect(plain(made.outputs)).toMatchObject({
      body: hook.body,
      response: { id: "Obj_1", enabled: true, retry: { count: 5, pause: 10 }, has_secret: true },
    });
    expect((await change(made, hook)).now).toBeUndefined();
    expect(server.sent()).toEqual([]);
  });

  it.each([
    ["carried out", "response lost", 1],
    ["not carried out", "request lost", 2],
  ] as const)(
    "is created once (found by `nameMember`) if the response to the create is lost and it was %s",
    async (_, trouble, posts) => {
      server.trouble = trouble;
      const made = await opened(name).declare(hook);
      expect(server.webhooks.map(({ id }) => id)).toEqual([made.id]);
      expect(server.lines.filter((line) => line.startsWith("POST"))).toHaveLength(posts);
    },
  );

  it("fails with AP4002 if the response to a create without `nameMember` is lost", async () => {
    server.trouble = "response lost";
    const { nameMember: _, ...unnamed } = hook;
    const failure = await failureOf(opened(name).declare(unnamed));
    expect(failure.message).toMatch(/^AP4002.*outcome unknown/s);
    expect(server.lines).toEqual([`POST ${collection}`]);
  });

  it("has drift only in members that the program sets, and the next update reverts it", async () => {
    const { declare, changed, change, refreshed } = opened(name);
    const made = await declare(hook);
    const [stored] = server.webhooks;
    Object.assign(stored?.values as Values, { description: "by hand" });
    const unmoved = await refreshed(made);
    expect(plain(unmoved.inputs)).toEqual(plain(made.inputs));
    expect((await change(unmoved, hook)).now).toBeUndefined();
    Object.assign(stored?.values as Values, { retry: { count: 1, pause: 10 } });
    const drifted = await refreshed(unmoved);
    expect(plain(drifted.outputs).body).toMatchObject({ retry: { count: 1 } });
    server.sent();
    const now = await changed(drifted, hook);
    expect(server.sent()).toEqual([`GET ${collection}/Obj_1`, `PUT ${collection}/Obj_1`]);
    // A full replacement resets nothing that others have set, and keeps the secret.
    expect(stored?.values).toMatchObject({ retry: { count: 5, pause: 10 }, description: "by hand", kind: "SLACK" });
    expect(stored?.secret).toBe(secret);
    expect((await change(now, hook)).now).toBeUndefined();
  });

  it("removes on the platform a member and a secret that the program removes from `body` and `secretBody`", async () => {
    const { frontend, declare, changed, change } = opened(name);
    const { secretBody: _, ...open } = hook;
    const made = await declare(withBody({ description: "by the program", retry: { count: 5, pause: 20 } }));
    const { inputs } = await frontend.check(urn, hook, made.inputs);
    const { details } = await frontend.diff(made, inputs);
    if (name === "native") expect(details).toEqual({ "body.description": "delete", "body.retry.pause": "delete" });
    const now = await changed(made, open);
    const values = { description: null, retry: { count: 5, pause: 10 } };
    expect(server.webhooks[0]).toMatchObject({ secret: undefined, values });
    expect((await change(now, open)).now).toBeUndefined();
  });

  it("encrypts `secretBody` in the state, and shows no rotated secret in messages and the log file", async () => {
    const { declare, changed, warnings, infos } = opened(name);
    const made = await declare(hook);
    const rotated = { ...hook, secretBody: { target_secret: "another-secret" } };
    const now = await changed(made, rotated);
    expect(server.webhooks[0]?.secret).toBe("another-secret");
    const seen = readable(made.inputs, made.outputs, now.inputs, now.outputs, warnings, infos);
    for (const text of [seen, readFileSync(logFile, "utf8")]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("another-secret");
    }
    expect(plain(now.outputs).secretBody).toEqual({ target_secret: "another-secret" });
  });

  it("stores `secretMembers` of the response to its create in `secretResponse`, encrypted, although later responses omit them", async () => {
    const { declare, changed, refreshed } = opened(name);
    const token: Values = {
      path: "/organization/acme/unmanagedKey",
      body: { label: "ci" },
      nameMember: "label",
      update: { method: "PATCH" },
      secretMembers: ["token", "keys.private"],
    };
    const made = await declare(token);
    const specified = { token: "generated-token-1", keys: { private: "generated-key-1" } };
    const steps = [made, await refreshed(made), await changed(made, { ...token, body: { label: "cd" } })];
    for (const each of steps) {
      expect(plain(each.outputs)).toMatchObject({
        secretResponse: specified,
        response: { id: made.id, keys: { public: "p" } },
      });
      expect(readable(each.inputs, each.outputs)).not.toContain("generated-");
    }
  });

  it("fails with AP4001 and is replaced, deleted first, if the response with its `secretMembers` is lost", async () => {
    const { frontend, declare, refreshed } = opened(name);
    const signing: Values = {
      path: "/organization/acme/unmanagedKey",
      body: { label: "ci" },
      nameMember: "label",
      secretMembers: ["token", "keys.private"],
    };
    server.trouble = "response lost";
    const failure = (await failureOf(declare(signing))) as Error as InitError;
    expect(failure.reasons.join()).toMatch(
      /AP4001: .*reading `secretResponse\.token`, `secretResponse\.keys\.private` failed/s,
    );
    const made: Resource = { urn, id: failure.id, inputs: signing, outputs: failure.properties };
    const { inputs } = await frontend.check(urn, signing, made.inputs);
    for (const old of [made, await refreshed(made)]) {
      const expected = { replaces: ["secretResponse"], deleteBeforeReplace: true };
      expect(await opened(name).frontend.diff(old, inputs)).toMatchObject(expected);
    }
    const next = opened(name);
    await next.frontend.diff(made, inputs);
    await next.frontend.delete(made);
    expect(server.keys).toEqual([]);
    const again = await next.declare(signing);
    expect(plain(again.outputs).secretResponse).toMatchObject({ token: "generated-token-2" });
    expect((await opened(name).frontend.diff(again, inputs)).replaces ?? []).toEqual([]);
  });

  it("stays managed, with a warning, at a path that a kind (GitToken) now has, but can't be created or moved there", async () => {
    const atKind = { ...hook, path: "/organization/{organizationId}/gitToken" };
    const { frontend, warnings } = opened(name);
    expect((await frontend.check(urn, atKind, atKind)).failures).toEqual([]);
    expect(warnings.join()).toMatch(/`path` is a path of GitToken, which can manage it, too\..*`adoptId`/);
    expect((await frontend.check(urn, atKind)).failures.join()).toContain("must not be a path of GitToken");
    // An object that moves there is a new one.
    expect((await frontend.check(urn, atKind, hook)).failures.join()).toContain("must not be a path of GitToken");
  });

  it("passes its check as a new resource (--replace) at a kind's path only if the state has it at that path", async () => {
    const atKind = { ...hook, path: "/organization/{organizationId}/gitToken" };
    const existing = { urn, kind: "ApiObject", id: "Obj_1" };
    const inState = (values: Values) => ({
      owners: {
        ...soleOwner,
        matching: async (_: unknown, matches: (each: StackResource) => boolean) =>
          [{ ...existing, values }].filter(matches),
      },
    });
    // Before a diff, too: with --replace, the engine only checks it as a new one.
    const { frontend, warnings } = opened(name, inState(atKind));
    expect((await frontend.check(urn, atKind)).failures).toEqual([]);
    expect(warnings.join()).toMatch(/`path` is a path of GitToken, which can manage it, too\./);
    expect((await frontend.check(urnOf("ApiObject", "other"), atKind)).failures.join()).toContain(
      "must not be a path of",
    );
    expect((await opened(name, inState(hook)).frontend.check(urn, atKind)).failures.join()).toContain(
      "must not be a path",
    );
  });

  it('is adopted by `adoptId` or with onExisting "adopt", and otherwise fails with AP3004', async () => {
    const { id } = await opened(name).declare(hook);
    const { frontend, warnings } = opened(name);
    const changed = withBody({ enabled: false });
    server.sent();
    const checked = await frontend.check(urn, { ...changed, adoptId: id });
    expect(checked.failures).toEqual([]);
    expect(warnings.join()).toMatch(/adopts the existing .*Obj_1.*body\.enabled: true → false/);
    expect(warnings.join()).not.toContain(secret);
    expect(server.sent().filter((line) => !line.startsWith("GET"))).toEqual([]);
    await frontend.create(urn, checked.inputs);
    expect(server.webhooks[0]).toMatchObject({ id, secret, values: { enabled: false } });
    expect((await opened(name, { onExisting: "adopt" }).declare(hook)).id).toBe(id);
    expect(server.webhooks).toHaveLength(1);
    expect((await failureOf(opened(name).declare(hook))).message).toMatch(/^AP3004.*Obj_1/s);
  });

  it("is deleted with one DELETE, which a GET confirms, and can be deleted again", async () => {
    const made = await opened(name).declare(hook);
    const { frontend, refreshed } = opened(name);
    server.sent();
    await frontend.delete(made);
    expect(server.sent()).toEqual([`DELETE ${collection}/Obj_1`, `GET ${collection}/Obj_1`]);
    expect(server.webhooks).toEqual([]);
    expect(await refreshed(made)).toBeUndefined();
    await frontend.delete(made);
  });

  it("stays on the platform, with a warning, if `delete.method` is NONE", async () => {
    const made = await opened(name).declare({ ...hook, delete: { method: "NONE" } });
    const { frontend, warnings } = opened(name);
    await frontend.delete(made);
    expect(server.webhooks).toHaveLength(1);
    expect(warnings.join()).toContain("stays on the platform");
  });

  it("is replaced by a change, and deleted first, if `update.method` is NONE", async () => {
    const { frontend, declare } = opened(name);
    const args = { ...hook, update: { method: "NONE" } };
    const made = await declare(args);
    const { inputs } = await frontend.check(
      urn,
      { ...withBody({ enabled: false }), update: { method: "NONE" } },
      made.inputs,
    );
    expect(await frontend.diff(made, inputs)).toMatchObject({ replaces: ["body"], deleteBeforeReplace: true });
  });

  it("is replaced if its path changes, but not if the same path is written differently", async () => {
    const { frontend, declare, change } = opened(name);
    const made = await declare(hook);
    const { parameters: _, ...plainly } = hook;
    expect((await change(made, { ...plainly, path: "/organization/acme/webhook" })).difference.replaces ?? []).toEqual(
      [],
    );
    const elsewhere = { ...hook, parameters: { organizationId: "other" } };
    const { inputs } = await frontend.check(urn, elsewhere, made.inputs);
    const { replaces, deleteBeforeReplace = false } = await frontend.diff(made, inputs);
    expect({ replaces, deleteBeforeReplace }).toEqual({ replaces: ["parameters"], deleteBeforeReplace: false });
  });

  it("is read from a list if `read` is the path of a list", async () => {
    const { declare, refreshed } = opened(name);
    const args = { ...hook, read: place.path };
    const made = await declare(args);
    server.sent();
    Object.assign(server.webhooks[0]?.values as Values, { kind: "TEAMS" });
    expect(plain((await refreshed(made)).outputs).body).toMatchObject({ kind: "TEAMS" });
    expect(new Set(server.sent())).toEqual(new Set([`GET ${collection}`]));
  });

  it("has no drift (difference) in the members that `ignore` lists", async () => {
    const { declare, refreshed, change } = opened(name);
    const args = { ...hook, ignore: ["kind", "retry.count"] };
    const made = await declare(args);
    Object.assign(server.webhooks[0]?.values as Values, { kind: "slack", retry: { count: 1, pause: 10 } });
    const now = await refreshed(made);
    expect(plain(now.outputs).body).toEqual(hook.body);
    expect((await change(now, args)).now).toBeUndefined();
    server.sent();
    expect((await change(now, { ...args, ignore: ["kind"] })).now).toBeDefined();
    expect(server.sent()).toEqual([]);
  });

  it.each<[string, Values, string]>([
    ["an absolute URL in path", { path: "https://evil.example.com/x" }, "path must be a path"],
    ["another host in path", { path: "//evil.example.com/x" }, "path must be a path"],
    ["a query in path", { path: "/x?y=1" }, "path must be a path"],
    ["`..` in path", { path: "/x/../project/1" }, "path must be a path"],
    ["an encoded character in path", { path: "/x/%2e%2e/y" }, "path must be a path"],
    ["a trailing slash in path", { path: "/x/" }, "path must be a path"],
    [
      "a path that its parameter completes to that of a kind (GitToken)",
      { path: "/organization/acme/{organizationId}", parameters: { organizationId: "gitToken" } },
      "must not be a path of GitToken",
    ],
    [
      "a delete.path that is the path of a kind (Project)",
      { delete: { path: "/project/{id}" } },
      "delete.path must not be a path of Project",
    ],
    [
      "a slash in a parameter",
      { parameters: { organizationId: "a/../b" } },
      "parameters.organizationId must be one segment",
    ],
    ["a missing parameter", { parameters: {} }, "parameters must have organizationId"],
    ["an unused parameter", { parameters: { organizationId: "acme", x: "y" } }, "parameters.x must be omitted"],
    ["{id} in path", { path: "/x/{id}/y" }, "path must not contain {id}"],
    [
      "a member in both body and secretBody",
      { secretBody: { retry: { count: 1 } } },
      "secretBody must not have retry.count",
    ],
    ["a nameMember that body lacks", { nameMember: "name" }, "nameMember must name a member"],
  ])("refuses %s at check, without a request", async (_, args, text) => {
    const { frontend } = opened(name);
    const { failures } = await frontend.check(urn, { ...hook, ...args });
    expect(failures).toEqual([expect.stringContaining(text)]);
    expect(server.sent()).toEqual([]);
  });

  it("passes its check without a request while its parent is unknown", async () => {
    const { frontend } = opened(name, { onExisting: "adopt" });
    const args = { ...hook, parameters: { organizationId: UNKNOWN }, adoptId: "x" };
    expect((await frontend.check(urn, args)).failures).toEqual([]);
    expect(server.sent()).toEqual([]);
  });
});

describe("ApiObject", () => {
  it("fails with AP1205 for a second object with the same path and name, not under another parent", async () => {
    const { frontend } = opened("native");
    await frontend.check(urn, hook);
    expect((await frontend.check(urnOf("ApiObject", "twin"), hook)).failures).toEqual([
      expect.stringContaining("AP1205"),
    ]);
    const elsewhere = { ...hook, parameters: { organizationId: "other" } };
    expect((await frontend.check(urnOf("ApiObject", "third"), elsewhere)).failures).toEqual([]);
  });

  it("is imported with the ID `<path>/<id>` (pulumi import), with all members in `body`, and not replaced by the next update", async () => {
    const { id } = await opened("native").declare(hook);
    const importer = opened("native");
    const imported = (await importer.native.import(urn, `/organization/acme/webhook/${id}`)) as Resource;
    expect(imported.id).toBe(id);
    expect(plain(imported.inputs)).toMatchObject({
      path: "/organization/acme/webhook",
      body: { kind: "SLACK", target_url: "https://hooks.example.com/1", retry: { count: 5, pause: 10 } },
    });
    const { secretBody: _, ...open } = hook;
    const seen = plain(imported.inputs).body as Values;
    const { difference } = await importer.change(imported, { ...open, body: seen });
    expect(difference.replaces).toEqual([]);
  });

  it("fails an import without a path, and advises `<path>/<id>`", async () => {
    const failure = await failureOf(opened("native").native.import(urn, "acme/1"));
    expect(failure.message).toContain("import it as `<path>/<id>`");
  });

  it.each(
    definitions
      .filter(({ concrete }) => concrete === undefined)
      .map(({ kind, api }) => [kind, api.create.path] as const),
  )("refuses the path of the kind %s at check", async (kind, path) => {
    const stated = path.replace("{+on}", "container/{on}");
    const names = [...stated.matchAll(/\{(\w+)\}/g)]
      .map(([, each]) => [each as string, "x"])
      .filter(([each]) => each !== "id");
    const args = { path: stated.replace("{id}", "x"), parameters: Object.fromEntries(names), body: {} };
    const { failures } = await opened("native").frontend.check(urn, args);
    expect(failures.join()).toMatch(new RegExp(`must not be a path of .*${kind}`));
  });
});

describe("getApiObject", () => {
  it("returns an object with the parameters of its path", async () => {
    const { native, declare } = opened("native");
    const made = await declare(hook);
    const found = await native.invoke("getApiObject", {
      ...place,
      path: `${place.path}/{id}`,
      parameters: { organizationId: "acme", id: made.id },
    });
    expect(found.response).toMatchObject({ id: made.id, kind: "SLACK" });
  });

  it("percent-encodes the values of `parameters` in the path", async () => {
    await failureOf(
      opened("native").native.invoke("getApiObject", { path: "/project/{name}", parameters: { name: "a b%ü" } }),
    );
    expect(server.sent()).toEqual(["GET /api/project/a%20b%25%C3%BC"]);
  });

  it("requests any path below the base URL, with its query", async () => {
    await failureOf(opened("native").native.invoke("getApiObject", { path: "/project?name=x" }));
    expect(server.sent()).toEqual(["GET /api/project?name=x"]);
  });

  it.each(["https://evil.example.com/", "//evil.example.com/", "organization", "/x#y"])(
    "fails with AP1203 for the path %s, without a request",
    async (path) => {
      const failure = await failureOf(opened("native").native.invoke("getApiObject", { path }));
      expect(failure.message).toContain("AP1203: getApiObject: path must be a path");
      expect(server.sent()).toEqual([]);
    },
  );
});
