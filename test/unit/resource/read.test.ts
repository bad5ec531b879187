import { describe, expect, it } from "vitest";
import { argsOf, container, type Fixture, ids, terraformService } from "../../kinds/fixtures.js";
import { managed } from "../../support/frontend.js";
import { type Endpoint, fillTarget, type Values } from "../../support/provider.js";
import { definitionOf, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const one = `GET /container/${ids.container}`;

it("read by ID alone returns all outputs without secrets", async () => {
  platform.on(one, [200, container.response]);
  const seen = await lifecycle("Container", platform.url).read(ids.container, {});
  // A secret that nobody in the program gave would stand in the state in plain text.
  expect(seen).toEqual({ id: ids.container, outputs: { ...container.outputs, autoscaling: expect.anything() } });
  expect(JSON.stringify(seen)).not.toContain("hunter2");
});

describe("read", () => {
  /** What a read sees of the fixture's resource, where a program manages these arguments of it. */
  const seenOf = async ({ kind, path, response, outputs }: Fixture, answer: Values, inputs: Values, revision = "") => {
    const { api } = definitionOf(kind);
    const id = String(response.id);
    platform.on(`GET ${fillTarget(api.read as Endpoint, { ...path, id })}`, [200, answer]);
    const { read } = lifecycle(kind, platform.url, { endpoints: "extended" });
    return read(id, managed({ ...outputs, __managed: revision }, inputs));
  };

  it("returns changed outputs, and the inputs that the program manages", async () => {
    const ports = [
      { internalPort: 8080, publiclyAccessible: true },
      { internalPort: 8081, publiclyAccessible: false },
    ];
    const old: Values = { environmentId: ids.environment, name: "web", cpu: 750, ports };
    const { outputs, inputs } = await seenOf(container, { ...container.response, cpu: 999, memory: 999 }, old, "0a");
    const { __managed, ...others } = outputs;
    expect(others).toEqual({ ...container.outputs, cpu: 999, memory: 999 });
    // With a new revision, which the next deployment rolls out.
    expect(__managed).toMatch(/^[0-9a-f]{16}-0a$/);
    expect(inputs).toEqual({ ...old, cpu: 999 });
  });

  it("returns no inputs if nothing changed", async () => {
    const outputs = { ...container.outputs, __managed: "" };
    const seen = await seenOf(container, container.response, { name: "web", cpu: 750 });
    expect(seen).toEqual({ id: ids.container, outputs });
  });

  it("preserves masked values, and returns the platform's other values", async () => {
    const source = terraformService.response.terraform_variables_source as Values;
    const [plain, secret] = source.tf_vars as Values[];
    const changed = { ...source, tf_vars: [secret, { ...plain, value: "us-east-1" }] };
    const answer = { ...terraformService.response, terraform_variables_source: changed };
    const seen = await seenOf(terraformService, answer as Values, { name: "network" });
    expect(seen?.outputs?.terraformVariablesSource).toEqual({
      tfVarFilePaths: ["prod.tfvars"],
      tfVars: [
        { key: "region", value: "us-east-1", secret: false },
        { key: "password", value: "hunter2", secret: true },
      ],
    });
  });

  it("omits values that the response omits: drift, unless the program sets the documented default", async () => {
    const { cpu: _, ...answer } = container.response;
    const seen = await seenOf(container, { ...answer, description: null }, { name: "web", cpu: 750 });
    expect(seen.outputs).not.toHaveProperty("description");
    expect(seen.outputs).not.toHaveProperty("cpu");
    expect(seen.inputs).toEqual({ name: "web" });
    const { diff } = lifecycle("Container", platform.url, { endpoints: "extended" });
    const { description: __, ...desired } = argsOf(container);
    expect(await diff(ids.container, seen.outputs, desired)).toEqual({});
    // The default says the same as no value.
    expect(await diff(ids.container, seen.outputs, { ...desired, cpu: 500 })).toEqual({ changes: false });
  });
});

describe("read of a missing resource", () => {
  const absent = "3fa85f64-5717-4562-b3fc-2c963f66afff";
  const place = { environmentId: ids.environment };
  const database = () => {
    platform.on(`GET /environment/${ids.environment}/database`, [200, { results: [] }]);
    return lifecycle("Database", platform.url, { endpoints: "extended" });
  };

  it.each([absent, "web", "../container"])("fails with AP2007 in Database.get with the ID %s", async (id) => {
    const failure = await failureOf(database().get(id, place));
    expect(failure.code).toBe("AP2007");
    expect(failure.message).toContain(`Database.get: there is no Database with id ${id}`);
  });

  it.each([
    ["managed", ""],
    ["not managed", null],
  ])("returns no ID for a deleted resource that is %s, so that a refresh removes it", async (_what, managed) => {
    const state = { ...place, name: "web", __managed: managed };
    expect(await database().read(absent, state)).toMatchObject({ id: "" });
  });
});
