/** What a create finds in its way, and what it treats as its own after a lost response. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { customDomain } from "../../kinds/customDomain.js";
import { container, ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import type { ResourceDefinition, StackResource, Values } from "../../support/provider.js";
import {
  type Circumstances,
  connected,
  definitionOf,
  listing,
  lost,
  pretendPlatform,
  requestWith,
} from "../support/fake-platform.js";

const platform = pretendPlatform();
const fixtureOf = { Container: container, CustomDomain: customDomain.fixture };
type Kind = keyof typeof fixtureOf;

const containers = `/environment/${ids.environment}/container`;
const domains = `/${String(customDomain.fixture.path.on)}/customDomain`;
const pathOf = { Container: containers, CustomDomain: domains };

/** What a create ends with, and the platform as the provider sees it. */
function creating(kind: Kind, circumstances: Circumstances = {}) {
  const { platform: here, run, log } = connected(platform.url, { endpoints: "extended", ...circumstances });
  const create = (more: Values = {}, definition: ResourceDefinition = definitionOf(kind)) => {
    const args = { ...fixtureOf[kind].program, ...fixtureOf[kind].path, ...more };
    const request = requestWith({ urn: urnOf(kind, "it"), log, inputs: args });
    return handlersOf(definition, () => here, { run })
      .create(request)
      .then(
        ({ id }) => ({ id, code: undefined, message: "" }),
        (error: Error & { code?: string }) => ({ id: undefined, code: error.code, message: error.message }),
      );
  };
  return { create, run };
}

const { list: _, ...unlistedCalls } = definitionOf("Container").api;
const unlisted: ResourceDefinition = { ...definitionOf("Container"), api: unlistedCalls };

describe("a name that is taken", () => {
  const values = { domain: "SHOP.example.com", on: "container/elsewhere" };
  const held: StackResource = { urn: urnOf("CustomDomain", "other"), kind: "CustomDomain", id: "1", values };
  const namesake = { ...held, kind: "Container", values: { name: container.program.name as string } };
  it.each<[what: string, kind: Kind, resource: StackResource | undefined, code: string]>([
    ["everywhere is another resource's, if the state has that", "CustomDomain", held, "AP3004"],
    ["is nobody's that the state knows", "CustomDomain", { ...held, values: { domain: "a.de" } }, "AP3005"],
    ["is nobody's whose name is not known", "CustomDomain", { ...held, values: {} }, "AP3005"],
    ["is not another kind's", "CustomDomain", { ...held, kind: "Container" }, "AP3005"],
    ["is not its own", "CustomDomain", { ...held, urn: urnOf("CustomDomain", "it") }, "AP3005"],
    ["is nobody's if the state cannot be read", "CustomDomain", undefined, "AP3005"],
    ["in one place is free in another one", "Container", namesake, "AP3005"],
  ])("%s", async (_, kind, resource, code) => {
    const itself = { ...held, urn: urnOf(kind, "it"), values: {} };
    const owners = newOwners(async () => {
      if (resource === undefined) throw new Error("no state");
      return resource.urn === itself.urn ? [resource] : [itself, resource];
    });
    platform.on(`POST ${pathOf[kind]}`, [409, {}]).on(`GET ${pathOf[kind]}`, listing());
    const { code: found, message } = await creating(kind, { owners }).create();
    expect(found).toBe(code);
    expect(message.includes(held.urn)).toBe(code === "AP3004");
  });

  it("belongs to the resource in the list, wherever names are unique", async () => {
    platform.on(`POST ${domains}`, [409, {}]).on(`GET ${domains}`, listing(customDomain.fixture.response));
    expect((await creating("CustomDomain").create()).message).toContain(String(customDomain.fixture.response.id));
  });

  it("is that of something of which nothing more is said, where nothing lists the kind", async () => {
    platform.on(`POST ${containers}`, [409, {}]);
    const { code, message } = await creating("Container").create({}, unlisted);
    expect([code, message.includes("undefined")]).toEqual(["AP3004", false]);
  });
});

describe("a create whose response names what another resource adopts", () => {
  it("is refused", async () => {
    platform.on(`POST ${containers}`, [201, container.response]);
    const { create, run } = creating("Container");
    run.ownership.adoptionPlanned(`Container ${ids.container}`, { label: 'Container "adopter"' });
    const { code, message } = await create();
    expect([code, message.includes('Container "adopter" of this stack already manages it')]).toEqual(["AP2006", true]);
  });
});

describe("what a lost create may have made", () => {
  const made = (): Values => ({ ...container.response, created_at: new Date().toISOString() });
  const port = (container.response.ports as Values[])[0] as Values;
  it.each<[what: string, item: () => Values, more: Values, id: string | undefined]>([
    ["is what the list shows since", made, {}, ids.container],
    ["is it whatever only the provider knows", made, { connection: "staging" }, ids.container],
    ["is not what was there before", () => container.response, {}, undefined],
    ["is not what has no time", () => ({ ...made(), created_at: null }), {}, undefined],
    ["is not what has no ID", () => ({ ...made(), id: null }), {}, undefined],
    ["is not what differs", () => ({ ...made(), ports: [{ ...port, internal_port: 9 }] }), {}, undefined],
    ["is not what another resource has", made, { taken: true }, undefined],
  ])("%s", async (_, item, { taken, ...more }, id) => {
    platform.on(`POST ${containers}`, lost, [400, {}]).on(`GET ${containers}`, () => [200, { results: [item()] }]);
    const { create, run } = creating("Container");
    if (taken) run.ownership.created(`Container ${ids.container}`, { label: 'Container "b"' });
    expect((await create(more)).id).toBe(id);
  });

  it("is what the list did not show before, where nothing says when it was made", async () => {
    const { createdAt: _, ...outputs } = definitionOf("Container").outputs;
    const timeless = { ...definitionOf("Container"), outputs };
    const { created_at: __, ...item } = container.response;
    platform.on(`POST ${containers}`, lost, [400, {}]).on(`GET ${containers}`, listing(), listing(item));
    expect((await creating("Container").create({}, timeless)).id).toBe(ids.container);
    platform.on(`POST ${containers}`, lost, [400, {}]).on(`GET ${containers}`, listing(item));
    expect((await creating("Container").create({}, timeless)).id).toBeUndefined();
  });

  it.each<[what: string, source: Values | undefined, known: Values | undefined, id: string | undefined]>([
    ["only in the IDs that the platform assigns", {}, undefined, ids.container],
    ["in its place, too", { environment: { id: ids.otherEnvironment } }, undefined, ids.container],
    ["in nothing that the stack knows of it", undefined, container.outputs, ids.container],
    ["in something else, so it isn't its clone", { cpu: 111 }, undefined, undefined],
    ["in something else that the stack knows of it", undefined, { ...container.outputs, cpu: 111 }, undefined],
    ["in nobody knows what", undefined, undefined, ids.container],
  ])("is a clone that differs from its source %s", async (_, source, known, id) => {
    const ports = (container.response.ports as Values[]).map((each) => ({ ...each, id: ids.feature }));
    platform.on(`POST /container/${ids.helm}/clone`, lost, [400, {}]);
    const its = { ...container.response, id: ids.helm, name: "source", ...source };
    platform.on(`GET /container/${ids.helm}`, source === undefined ? [404] : [200, its]);
    platform.on(`GET ${containers}`, () => [200, { results: [{ ...made(), ports }] }]);
    const { create, run } = creating("Container");
    if (known) run.ownership.planned(`Container ${ids.helm}`, { label: 'Container "source"' }, { retained: known });
    expect((await create({ cloneFrom: ids.helm })).id).toBe(id);
  });

  it.each<[what: string, definition: ResourceDefinition]>([
    ["where nothing lists the kind", unlisted],
    ["without a name", { ...definitionOf("Container"), nameArg: undefined }],
  ])("cannot be found %s, and nothing is sent again", async (_, definition) => {
    platform.on(`POST ${containers}`, lost);
    expect((await creating("Container").create({}, definition)).code).toBe("AP4002");
    expect(platform.lines()).toEqual([`POST ${containers}`]);
  });
});
