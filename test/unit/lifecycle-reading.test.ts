import { describe, expect, it } from "vitest";
import {
  application,
  argoCdConfig,
  argsOf,
  container,
  database,
  type Fixture,
  ids,
  terraformService,
} from "../kinds/fixtures.js";
import { type Endpoint, fillTarget, type Values } from "../provider.js";
import { definitionOf, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const containers = `GET /environment/${ids.environment}/container`;
const one = `GET /container/${ids.container}`;

describe("a read", () => {
  it("asks again after a write", async () => {
    const applications = `GET /environment/${ids.environment}/application`;
    platform.on(applications, [200, { results: [application.response] }]);
    platform.on(`POST /environment/${ids.environment}/application`, [201, application.response]);
    const cycle = lifecycle("Application", platform.url);
    await cycle.read(ids.application, application.outputs);
    await cycle.read(ids.application, application.outputs);
    await cycle.create({ ...application.program, ...application.path });
    await cycle.read(ids.application, application.outputs);
    expect(platform.lines().filter((line) => line === applications)).toHaveLength(2);
  });

  it("of a container that is gone says so only when the list agrees", async () => {
    platform.on(one, [404]).on(containers, [200, { results: [] }]);
    const { read } = lifecycle("Container", platform.url);
    expect(await read(ids.container, container.outputs)).toEqual({ id: "", outputs: {} });
    expect(platform.lines()).toEqual([one, containers]);
  });

  it("of a container that the token may not read finds it in a list, and says so where that lacks it, too", async () => {
    platform.on(one, [403]).on(containers, [200, { results: [container.response] }], [200, { results: [] }]);
    const { read } = lifecycle("Container", platform.url);
    expect((await read(ids.container, container.outputs)).id).toBe(ids.container);
    const failure = await failureOf(lifecycle("Container", platform.url).read(ids.container, container.outputs));
    expect(failure).toMatchObject({ code: "AP3002", message: expect.stringContaining("a token that can read it") });
  });

  it("finds a container in the list that its own address does not give", async () => {
    platform.on(containers, [200, { results: [container.response] }]);
    const seen = await lifecycle("Container", platform.url).read(ids.container, container.outputs);
    expect(seen?.id).toBe(ids.container);
  });

  it("of what a list does not hold asks the list once more before it counts as gone", async () => {
    const databases = `GET /environment/${ids.environment}/database`;
    platform.on(databases, [200, { results: [] }], [200, { results: [database.response] }]);
    const seen = await lifecycle("Database", platform.url).read(ids.database, database.outputs);
    expect(seen?.id).toBe(ids.database);
    expect(platform.lines()).toEqual([databases, databases]);
  });

  // The tests of faults meet lists with the other statuses also without `FULL=1`.
  it.each([401, 302])("that ends with status %i keeps the resource", async (status) => {
    platform.on(`GET /environment/${ids.environment}/database`, [status, { detail: "no" }]);
    const reading = lifecycle("Database", platform.url).read(ids.database, database.outputs);
    expect((await failureOf(reading)).code).toMatch(/^AP3/);
  });

  it("by ID alone says what is missing if only a list has the resource", async () => {
    const failure = await failureOf(lifecycle("Database", platform.url).read(ids.database, {}));
    expect(failure).toMatchObject({ code: "AP2005", message: expect.stringContaining("environmentId") });
    expect(failure.message).toContain("use the extended endpoints");
    expect(platform.lines()).toEqual([]);
  });

  it("by ID alone says what is missing if the only read names its place, and no other endpoints where there are none", async () => {
    const failure = await failureOf(
      lifecycle("ArgoCdConfig", platform.url, { endpoints: "extended" }).read(ids.helm, {}),
    );
    expect(failure).toMatchObject({ code: "AP2005", message: expect.stringContaining("clusterId") });
    expect(failure.message).not.toContain("use the extended endpoints");
  });

  it("by an ID that isn't one never asks for another address", async () => {
    platform.on(containers, [200, { results: [] }]);
    const { read } = lifecycle("Container", platform.url);
    for (const id of ["..", ".", ""]) expect((await read(id, container.outputs)).id).toBe("");
    expect(new Set(platform.lines())).toEqual(new Set([containers]));
  });

  it("by id alone works where the platform serves it", async () => {
    platform.on(one, [200, container.response]);
    const seen = await lifecycle("Container", platform.url).read(ids.container, {});
    // A secret that nobody in the program gave would stand in the state in plain text.
    expect(seen).toEqual({ id: ids.container, outputs: { ...container.outputs, autoscaling: expect.anything() } });
    expect(JSON.stringify(seen)).not.toContain("hunter2");
  });
});

/** What a state says if a program gives these arguments alone: it names the required ones that are not given. */
function only(kind: string, names: string): string {
  const required = Object.entries(definitionOf(kind).args).filter(([, { required }]) => required);
  const missing = required.map(([name]) => name).filter((name) => !names.split(/[,(]/).includes(name));
  return [names, ...missing.map((name) => `!${name}`)].join(",");
}

describe("what a read sees", () => {
  /** What a read sees of the fixture's resource, where a program manages these arguments of it. */
  const seenOf = async ({ kind, path, response, outputs }: Fixture, answer: Values, managed: string) => {
    const { api } = definitionOf(kind);
    const id = String(response.id);
    platform.on(`GET ${fillTarget(api.read as Endpoint, { ...path, id })}`, [200, answer]);
    const state = { ...outputs, __managed: only(kind, managed) };
    return lifecycle(kind, platform.url, { endpoints: "extended" }).read(id, state);
  };

  it("is what changed on the platform, and the inputs of what the program manages", async () => {
    const answer = { ...container.response, cpu: 999, memory: 999 };
    const managed = "environmentId,name,cpu,ports(internalPort,publiclyAccessible)";
    const seen = await seenOf(container, answer, managed);
    // The next deployment rolls it out.
    const rolledOut = `${only("Container", managed).replace(/[()+.*?]/g, "\\$&")};[0-9a-f]{16}`;
    expect(seen?.outputs).toEqual({
      ...{ ...container.outputs, cpu: 999, memory: 999 },
      __managed: expect.stringMatching(new RegExp(`^${rolledOut}$`)),
    });
    const ports = [
      { internalPort: 8080, publiclyAccessible: true },
      { internalPort: 8081, publiclyAccessible: false },
    ];
    expect(seen?.inputs).toEqual({ environmentId: ids.environment, name: "web", cpu: 999, ports });
  });

  it("returns no inputs if nothing has changed, so that the engine keeps those of the program", async () => {
    const seen = await seenOf(container, container.response, "name,cpu");
    const outputs = { ...container.outputs, __managed: only("Container", "name,cpu") };
    expect(seen).toEqual({ id: ids.container, outputs });
  });

  it("keeps items in the order of the program", async () => {
    const ports = (container.response.ports as Values[]).toReversed();
    const seen = await seenOf(container, { ...container.response, ports }, "name");
    expect(seen?.outputs?.ports).toEqual(container.outputs.ports);
  });

  it("keeps a masked value, and the values beside it are the platform's", async () => {
    const source = terraformService.response.terraform_variables_source as Values;
    const [plain, secret] = source.tf_vars as Values[];
    const changed = { ...source, tf_vars: [secret, { ...plain, value: "us-east-1" }] };
    const answer = { ...terraformService.response, terraform_variables_source: changed };
    const seen = await seenOf(terraformService, answer as Values, "name");
    expect(seen?.outputs?.terraformVariablesSource).toEqual({
      tfVarFilePaths: ["prod.tfvars"],
      tfVars: [
        { key: "region", value: "us-east-1", secret: false },
        { key: "password", value: "hunter2", secret: true },
      ],
    });
  });

  it("keeps the token of the GitOps tool, whatever the platform shows in its place", async () => {
    const answer = { ...argoCdConfig.response, argocd_token: "****", argocd_url: "https://other.acme.io" };
    const seen = await seenOf(argoCdConfig, answer, "argocdToken");
    expect(seen?.outputs).toMatchObject({ argocdToken: "hunter2", argocdUrl: "https://other.acme.io" });
    expect(seen?.inputs).toEqual({ argocdToken: "hunter2" });
  });

  it("drops values that the platform has set to null", async () => {
    const answer = { ...container.response, description: null, autoscaling: null };
    const seen = await seenOf(container, answer, "description,name");
    expect(seen?.outputs).not.toHaveProperty("description");
    expect(seen?.outputs).not.toHaveProperty("autoscaling");
    expect(seen?.inputs).toEqual({ name: "web" });
  });

  describe("where the response omits", () => {
    const omitting = async (name: string, managed: string) => {
      const { [name]: _, ...answer } = container.response;
      return seenOf(container, answer, managed);
    };

    it.each([
      ["cpu", "cpu"],
      ["description", "description"],
      ["ports", "ports"],
      ["autoscaling", "autoscaling"],
      ["updated_at", "updatedAt"],
    ])("%s is that it is not set", async (wire, name) => {
      expect(container.outputs).toHaveProperty(name);
      const seen = await omitting(wire, `name,${name}`);
      expect(seen?.outputs).not.toHaveProperty(name);
      expect(seen?.inputs).toEqual({ name: "web" });
    });

    it("an argument of the program shows as a change, so that the next update sets it again", async () => {
      const seen = await omitting("cpu", "cpu");
      const { diff } = lifecycle("Container", platform.url, { endpoints: "extended" });
      expect(await diff(ids.container, seen.outputs, argsOf(container))).toEqual({});
    });

    it("an argument with its documented default isn't a change", async () => {
      const { cpu: _, gpu: __, ...answer } = container.response;
      platform.on(one, [200, answer]);
      const cycle = lifecycle("Container", platform.url, { endpoints: "extended" });
      const seen = await cycle.read(ids.container, container.outputs);
      const wanted = { ...argsOf(container), cpu: 500, gpu: 0 };
      expect(await cycle.diff(ids.container, seen?.outputs as Values, wanted)).toEqual({ changes: false });
    });

    it.each([
      ["name", "name"],
      ["environment", "environmentId"],
    ])("%s is what identifies it, as known before", async (wire, name) => {
      const seen = await omitting(wire, name);
      expect(seen?.outputs?.[name]).toBe(container.outputs[name]);
    });

    it("arguments that would replace it stay as they were", async () => {
      const { type: _, mode: __, ...answer } = database.response;
      const seen = await seenOf(database, answer, "type,mode");
      expect(seen?.outputs).toEqual({ ...database.outputs, __managed: only("Database", "type,mode") });
      const changed = await seenOf(database, { ...answer, description: "edited" }, "type,mode");
      expect(changed?.inputs).toEqual({ type: database.outputs.type, mode: database.outputs.mode });
    });

    it("a secret is as known before, since it may be hidden", async () => {
      const { argocd_token: _, ...answer } = argoCdConfig.response;
      const seen = await seenOf(argoCdConfig, answer, "argocdToken");
      expect(seen?.outputs).toEqual({ ...argoCdConfig.outputs, __managed: only("ArgoCdConfig", "argocdToken") });
      const edited = { ...answer, argocd_url: "https://other.acme.io" };
      const changed = await seenOf(argoCdConfig, edited, "argocdToken");
      expect(changed?.inputs).toEqual({ argocdToken: "hunter2" });
      const source = terraformService.response.terraform_variables_source as Values;
      const tf_vars = (source.tf_vars as Values[]).map(({ value, ...each }) =>
        each.secret ? each : { value, ...each },
      );
      const hidden = { ...terraformService.response, terraform_variables_source: { ...source, tf_vars } };
      const other = await seenOf(terraformService, hidden, "name");
      expect(other?.outputs).toEqual({ ...terraformService.outputs, __managed: only("TerraformService", "name") });
    });
  });
});

describe("a read of what belongs to a service that the stack has", () => {
  const on = `container/${ids.container}`;
  const domains = `GET /${on}/customDomain`;
  const variables = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
  const withVariables = { ...container.outputs, variables: { LEVEL: "info" } };
  const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::web";
  const listOf = (...all: Values[]) => [200, { results: all }] as const;

  /** The lifecycle of a kind in a refresh that needs the list of services for others, and has read it. */
  async function refreshing(kind: string, values: Values = container.outputs) {
    // These calls have no URN.
    const itself = { urn: undefined as unknown as string, kind, id: "d1", values: { on } };
    const all = [{ urn, kind: "Container", id: ids.container, values }, itself];
    const holders = { besides: async () => [], matching: async (_: unknown, matches: never) => all.filter(matches) };
    const cycle = lifecycle(kind, platform.url, { endpoints: "extended", holders });
    const endpoint = definitionOf("Container").api.list as Endpoint;
    const list = { endpoint, members: { environmentId: ids.environment }, purpose: "Listing" };
    for (let reads = 0; reads < 2; reads += 1) await cycle.platform.lists.isShared(list);
    await cycle.platform.lists.all(list).catch(() => undefined);
    return cycle;
  }
  const readDomain = async (values?: Values) => (await refreshing("CustomDomain", values)).read("d1", { on });

  it("finds it gone with a service that was deleted after the list of services was read", async () => {
    platform.on(containers, listOf(container.response), listOf());
    expect((await readDomain()).id).toBe("");
  });

  it("finds a service by its ID where the token may not list the services", async () => {
    platform.on(containers, [403]).on(one, [200, container.response], [404]);
    const { read } = await refreshing("Container");
    expect((await read(ids.container, container.outputs)).id).toBe(ids.container);
    expect((await failureOf(read(ids.container, container.outputs))).code).toBe("AP3002");
  });

  it("finds the service gone whose variables it would read", async () => {
    platform.on(containers, listOf(container.response), listOf());
    expect((await (await refreshing("Container")).read(ids.container, withVariables)).id).toBe("");
    expect(platform.lines()).toContain(variables);
  });

  it("fails as long as a list still has the service", async () => {
    platform.on(containers, listOf(container.response));
    expect((await failureOf(readDomain())).code).toBe("AP3003");
    const reading = (await refreshing("Container")).read(ids.container, withVariables);
    expect((await failureOf(reading)).code).toBe("AP3003");
  });

  it("looks for the service alone and not for its parts, which the token may not read", async () => {
    platform.on(containers, listOf(container.response)).on(variables, [403]).on(domains, [404]);
    expect((await failureOf(readDomain(withVariables))).code).toBe("AP3003");
    platform.on(containers, listOf());
    expect((await readDomain(withVariables)).id).toBe("");
  });

  it("finds it gone with a service of somebody else if the stack's own is there, whose parts the token may not read", async () => {
    platform.on(containers, listOf(container.response)).on(variables, [403]);
    const cycle = await refreshing("CustomDomain", withVariables);
    expect((await cycle.read("d1", { on: `container/${ids.application}` })).id).toBe("");
  });
});
