/** What a create finds in its way, and what it treats as its own after a lost response. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { customDomain } from "../../kinds/customDomain.js";
import { container, ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import type { ResourceDefinition, StackResource, Values } from "../../support/provider.js";
import {
  type ConnectedOptions,
  connected,
  definitionOf,
  fakePlatform,
  listing,
  lost,
  requestWith,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const fixtureOf = { Container: container, CustomDomain: customDomain.fixture };
type Kind = keyof typeof fixtureOf;

const containers = `/environment/${ids.environment}/container`;
const domains = `/${String(customDomain.fixture.path.on)}/customDomain`;
const pathOf = { Container: containers, CustomDomain: domains };

/** What a create ends with, and the platform as the provider sees it. */
function creating(kind: Kind, options: ConnectedOptions = {}) {
  const { platform: here, run, log } = connected(platform.url, { endpoints: "extended", ...options });
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

describe("create: 409 name conflict", () => {
  const values = { domain: "SHOP.example.com", on: "container/elsewhere" };
  const owner: StackResource = { urn: urnOf("CustomDomain", "other"), kind: "CustomDomain", id: "1", values };
  const another = { ...owner, values: { domain: "a.de" } };
  const ofContainer = { ...owner, kind: "Container" };
  const itself = { ...owner, urn: urnOf("CustomDomain", "it") };
  const namesake = { ...owner, kind: "Container", values: { name: container.program.name as string } };
  it.each<[what: string, kind: Kind, resource: StackResource | undefined, code: string]>([
    ["fails with AP3004 if a resource in the state has the name", "CustomDomain", owner, "AP3004"],
    ["fails with AP3005 if no resource in the state has the name", "CustomDomain", another, "AP3005"],
    ["fails with AP3005 if the names in the state are unknown", "CustomDomain", { ...owner, values: {} }, "AP3005"],
    ["fails with AP3005 if a resource of another kind has the name", "CustomDomain", ofContainer, "AP3005"],
    ["fails with AP3005 if only the resource itself has the name", "CustomDomain", itself, "AP3005"],
    ["fails with AP3005 if the state cannot be read", "CustomDomain", undefined, "AP3005"],
    ["fails with AP3005 if the name is taken in another environment", "Container", namesake, "AP3005"],
  ])("%s", async (_, kind, resource, code) => {
    const own = { ...owner, urn: urnOf(kind, "it"), values: {} };
    const owners = newOwners(async () => {
      if (resource === undefined) throw new Error("no state");
      return resource.urn === own.urn ? [resource] : [own, resource];
    });
    platform.on(`POST ${pathOf[kind]}`, [409, {}]).on(`GET ${pathOf[kind]}`, listing());
    const { code: found, message } = await creating(kind, { owners }).create();
    expect(found).toBe(code);
    expect(message.includes(owner.urn)).toBe(code === "AP3004");
  });

  it("names the resource in the list if names are unique on the platform (CustomDomain)", async () => {
    platform.on(`POST ${domains}`, [409, {}]).on(`GET ${domains}`, listing(customDomain.fixture.response));
    expect((await creating("CustomDomain").create()).message).toContain(String(customDomain.fixture.response.id));
  });

  it("fails with AP3004 without details if the kind has no list", async () => {
    platform.on(`POST ${containers}`, [409, {}]);
    const { code, message } = await creating("Container").create({}, unlisted);
    expect([code, message.includes("undefined")]).toEqual(["AP3004", false]);
  });
});

describe("create: a response with another resource's ID", () => {
  it("fails with AP2006 if another resource adopts that ID", async () => {
    platform.on(`POST ${containers}`, [201, container.response]);
    const { create, run } = creating("Container");
    run.ownership.adoptionPlanned(`Container ${ids.container}`, { label: 'Container "adopter"' });
    const { code, message } = await create();
    expect([code, message.includes('Container "adopter" of this stack already manages it')]).toEqual(["AP2006", true]);
  });
});

describe("create: lost response", () => {
  const made = (): Values => ({ ...container.response, created_at: new Date().toISOString() });
  const port = (container.response.ports as Values[])[0] as Values;
  it.each<[what: string, item: () => Values, more: Values, id: string | undefined]>([
    ["recognizes a resource with the same name and content, created since the request began", made, {}, ids.container],
    [
      "recognizes the new resource despite arguments that only the provider uses",
      made,
      { connection: "staging" },
      ids.container,
    ],
    ["ignores a resource that was created before the request began", () => container.response, {}, undefined],
    ["ignores a resource without a creation time", () => ({ ...made(), created_at: null }), {}, undefined],
    ["ignores a resource without an ID", () => ({ ...made(), id: null }), {}, undefined],
    [
      "ignores a resource with the same name and other content",
      () => ({ ...made(), ports: [{ ...port, internal_port: 9 }] }),
      {},
      undefined,
    ],
    ["ignores a resource that the stack knows, since another resource owns it", made, { taken: true }, undefined],
  ])("%s", async (_, item, { taken, ...more }, id) => {
    platform.on(`POST ${containers}`, lost, [400, {}]).on(`GET ${containers}`, () => [200, { results: [item()] }]);
    const { create, run } = creating("Container");
    if (taken) run.ownership.created(`Container ${ids.container}`, { label: 'Container "b"' });
    expect((await create(more)).id).toBe(id);
  });

  it("recognizes a resource that is new in the list if the kind has no creation times", async () => {
    const { createdAt: _, ...outputs } = definitionOf("Container").outputs;
    const timeless = { ...definitionOf("Container"), outputs };
    const { created_at: __, ...item } = container.response;
    platform.on(`POST ${containers}`, lost, [400, {}]).on(`GET ${containers}`, listing(), listing(item));
    expect((await creating("Container").create({}, timeless)).id).toBe(ids.container);
    platform.on(`POST ${containers}`, lost, [400, {}]).on(`GET ${containers}`, listing(item));
    expect((await creating("Container").create({}, timeless)).id).toBeUndefined();
  });

  it.each<[what: string, source: Values | undefined, known: Values | undefined, id: string | undefined]>([
    ["recognizes a clone that differs from its source only in assigned IDs", {}, undefined, ids.container],
    [
      "recognizes a clone that is in another environment than its source",
      { environment: { id: ids.otherEnvironment } },
      undefined,
      ids.container,
    ],
    ["recognizes a clone that equals the missing source in the state", undefined, container.outputs, ids.container],
    ["ignores a clone that differs from its source in another argument", { cpu: 111 }, undefined, undefined],
    [
      "ignores a clone that differs from the missing source in the state",
      undefined,
      { ...container.outputs, cpu: 111 },
      undefined,
    ],
    ["recognizes a clone whose source is missing and not in the state", undefined, undefined, ids.container],
  ])("%s", async (_, source, known, id) => {
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
    ["if the kind has no list", unlisted],
    ["if the kind has no name", { ...definitionOf("Container"), nameArg: undefined }],
  ])("fails with AP4002 (outcome unknown) after a single request %s", async (_, definition) => {
    platform.on(`POST ${containers}`, lost);
    expect((await creating("Container").create({}, definition)).code).toBe("AP4002");
    expect(platform.lines()).toEqual([`POST ${containers}`]);
  });
});
