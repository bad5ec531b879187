/** Which error a name conflict (409) becomes, and what a create takes back that a killed run of the stack began. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import * as errors from "../../../provider/errors/index.js";
import { soleOwner } from "../../../provider/ownership/stackOwners.js";
import { conflictOf } from "../../../provider/resource/createOnce.js";
import { container, ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import type { Call, ResourceDefinition, Values } from "../../support/provider.js";
import * as fake from "../support/fake-platform.js";

const platform = fake.fakePlatform();
const containers = `/environment/${ids.environment}/container`;
const list = `GET ${containers}`;
const kind = fake.definitionOf("Container");
const { list: _, ...unlistedCalls } = kind.api;
const unlisted: ResourceDefinition = { ...kind, api: unlistedCalls };
const urn = urnOf("Container", "it");
const failure = { purpose: "Creating", method: "POST", path: "/", status: 409, details: [], retryAfterSeconds: 0 };
const conflict = new errors.ConflictError(failure);

function calling(definition: ResourceDefinition, options: fake.ConnectedOptions = {}): Call {
  const { platform: here, run } = fake.connected(platform.url, { endpoints: "extended", ...options });
  const operation = here.client.begin();
  return { definition, label: 'Container "web"', platform: here, run, urn, operation } as unknown as Call;
}
const conflicting = async (definition: ResourceDefinition, args: Values) => {
  const error = (await conflictOf(calling(definition), { ...container.path, ...args }, conflict)) as Error & Values;
  return { code: error.code, message: error.message };
};

describe("conflictOf", () => {
  const other = { ...container.response, id: ids.helm, name: "shop" };
  const args = { name: "shop" };
  const saved = { ...kind, api: { ...kind.api, save: kind.api.create } };
  const itsId = { ...kind, existingArg: "clusterId" };
  it.each<[what: string, definition: ResourceDefinition, args: Values, code: string, says: string, not: string]>([
    ["AP3004 and the ID to adopt", kind, args, "AP3004", `set adoptId: "${ids.helm}"`, "clusterId"],
    [
      "AP3004 and the kind's argument for existing ones",
      itsId,
      args,
      "AP3004",
      `set clusterId: "${ids.helm}"`,
      "adoptId",
    ],
    ["AP3004 and another name, with the stack's name at its end", kind, args, "AP3004", '"shop-dev"', "web"],
    ["AP3004 and another name, without surrounding spaces", kind, { name: " shop " }, "AP3004", '"shop-dev"', '" shop'],
    ["AP3004 and a sample name if the name is unknown", unlisted, {}, "AP3004", '"web-dev"', "undefined"],
    ["AP3005 if the kind has no name", { ...unlisted, nameArg: undefined }, args, "AP3005", "409", "existing resource"],
    ["AP3005 if the resource is saved", saved, args, "AP3005", "409", "existing resource"],
  ])("returns %s", async (_, definition, args, code, says, not) => {
    platform.on(list, fake.listing(other));
    const found = await conflicting(definition, args);
    expect(found).toEqual({ code, message: expect.stringContaining(says) });
    expect(found.message.replaceAll('Container "web"', "")).not.toContain(not);
  });

  it.each<[what: string, item: Values]>([
    ["its creation time isn't a text", { ...other, created_at: 5 }],
    ["it has no creation time", { ...other, created_at: null }],
  ])("omits the time if %s", async (_, item) => {
    platform.on(list, fake.listing(item));
    const { code, message } = await conflicting(kind, args);
    expect([code, message.includes(`id ${ids.helm}`), message.includes("created at")]).toEqual(["AP3004", true, false]);
  });

  it.each<["fail" | "adopt", number]>([
    ["fail", 2],
    ["adopt", 1],
  ])("reads the list for two conflicts in a parent if onExisting is %s: %i times", async (onExisting, count) => {
    platform.on(list, fake.listing(other));
    const call = calling(kind, { onExisting });
    for (let conflicts = 0; conflicts < 2; conflicts += 1)
      expect(await conflictOf(call, { ...container.path, ...args }, conflict)).toMatchObject({ code: "AP3004" });
    expect(platform.lines()).toEqual(Array(count).fill(list));
  });
});

describe("create: 409 after a killed run", () => {
  const inputs: Values = { ...container.program, ...container.path };
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
  const { memory: __, ...withoutMemory } = inputs;

  async function create(args: Values, pending: readonly Values[], source: Values = {}, isOwned = false) {
    const own = container.response;
    const owners = { ...soleOwner, pendingCreates: async () => pending };
    const { platform: here, run, log } = fake.connected(platform.url, { endpoints: "extended", owners });
    if (isOwned) run.ownership.planned(`Container ${ids.container}`, { label: 'Container "b"' }, { retained: {} });
    platform.on(`POST ${containers}`, [409, {}]).on(`POST /container/${ids.helm}/clone`, [409, {}]);
    platform.on(list, fake.listing(own)).on(`GET /container/${ids.container}`, [200, own]);
    platform.on(`GET /container/${ids.helm}`, [200, { ...own, id: ids.helm, name: "source", ...source }]);
    platform.on(`PUT /container/${ids.container}`, ({ body }) => [200, { ...own, ...(body as Values) }]);
    const { create } = handlersOf(kind, () => here, { run });
    return create(fake.requestWith({ urn, log, inputs: args })).then(
      ({ id }) => id,
      ({ code }) => code,
    );
  }

  const changed = { ...inputs, cpu: 999 };
  it.each<[what: string, args: Values, pending: readonly Values[]]>([
    ["values that the run sent", inputs, [inputs]],
    ["values of a second run", inputs, [changed, inputs]],
    ["values that the run sent, except for encrypted ones", inputs, [{ ...inputs, cpu: secret }]],
    ["values that the run sent, except for arguments removed since", withoutMemory, [{ ...inputs, memory: 999 }]],
    ["values that the run sent, except for changes since", changed, [inputs]],
  ])("adopts the resource with the %s", async (_, args, pending) => {
    expect(await create(args, pending)).toBe(ids.container);
  });

  it.each<[what: string, pending: readonly Values[], isOwned: boolean]>([
    ["no run was killed", [], false],
    ["the resource has other values than the run sent", [changed], false],
    ["another resource of the stack owns the resource", [inputs], true],
  ])("fails with AP3004 if %s", async (_, pending, isOwned) => {
    expect(await create(inputs, pending, {}, isOwned)).toBe("AP3004");
  });

  const clone: Values = { ...container.path, name: "web", cloneFrom: ids.helm, cpu: 999 };
  const { cloneFrom: ___, ...uncloned } = clone;
  it.each<[what: string, end: string, pending: Values, source: Values]>([
    ["adopts a clone that still equals its source", ids.container, clone, {}],
    ["fails with AP3004 if it differs from the source", "AP3004", clone, { cpu: 111 }],
    ["fails with AP3004 if the killed run cloned nothing", "AP3004", uncloned, {}],
  ])("%s", async (_, end, pending, source) => {
    expect(await create(clone, [pending], source)).toBe(end);
  });

  it("returns AP3004 for a clone whose source isn't known", async () => {
    platform.on(list, fake.listing(container.response));
    const owners = { ...soleOwner, pendingCreates: async () => [clone] };
    expect(await conflictOf(calling(kind, { owners }), clone, conflict)).toMatchObject({ code: "AP3004" });
  });
});
