/** How single kinds encode requests and decode responses where the API has a form of its own. */
import { describe, expect, it } from "vitest";
import { fromWire, membersFromWire, membersToWire, programPath } from "../../../provider/values/wire.js";
import type { Field, ResourceDefinition, Value, Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

describe("values of a Helm service", () => {
  const { body } = definitionOf("HelmService");
  const own = (content: string) => ({ name: "values-from-pulumi.yaml", content });
  const other = { name: "b.yaml", content: "a: 1" };
  const seenFiles = (file: Values) => ({ valuesOverride: { file: { raw: { values: [file] } } } });
  const inFiles = (...values: Values[]) => ({ values_override: { file: { raw: { values } } } });

  it("are sent as a file after the members of valuesOverride", () => {
    const sent = membersToWire(body, { values: { mode: "on", size: 1 }, valuesOverride: { set: { a: "b" } } });
    const { set, file } = sent.values_override as Values;
    expect([set, file]).toEqual([[["a", "b"]], { raw: { values: [own('mode: "on"\nsize: 1\n')] } }]);
    expect(sent).not.toHaveProperty("values");
  });

  it.each<[what: string, response: Values, seen: Values]>([
    ["read from their file", inFiles(own("mode: 'on'")), { values: { mode: "on" }, valuesOverride: {} }],
    ["read without other files", inFiles(own("size: 1"), other), { values: { size: 1 }, ...seenFiles(other) }],
    ["not read from a file that isn't an object", inFiles(own("- 1")), seenFiles(own("- 1"))],
    ["not read from a file that isn't YAML", inFiles(own("a: [")), seenFiles(own("a: ["))],
    ["not read if there are no files", { values_override: { file: null } }, { valuesOverride: {} }],
  ])("are %s", (_, response, seen) => {
    expect(membersFromWire(body, response, {})).toEqual(seen);
  });

  it("have the last entry of each key of `valuesOverride.set`, and no invalid entry", () => {
    const entries: Value = [["a", "1"], ["b", "2"], ["a", "3"], "c", [4, "5"], null];
    const seen = membersFromWire(body, { values_override: { set: entries } }, {});
    expect(seen.valuesOverride).toEqual({ set: { a: "3", b: "2" } });
  });
});

describe("value of a cluster feature", () => {
  const { item } = definitionOf("Cluster").args.features as Extract<Field, { type: "array" }>;
  const network = { gcpUserProvidedNetwork: { vpcName: "v" } };
  const shown = (type: string) => ({ id: "F", value_object: { type, value: { vpc_name: "v" } } });

  it.each<[what: string, type: string, known: Values | undefined, seen: Values]>([
    ["is named after its type", "GCP_USER_PROVIDED_NETWORK", undefined, network],
    ["is `value` for an unknown type", "STRING", undefined, { value: { vpc_name: "v" } }],
    ["keeps the name that the program uses", "STRING", { gcpUserProvidedNetwork: {} }, network],
  ])("%s", (_, type, known, seen) => {
    expect(fromWire(item, shown(type), known, "absent")).toMatchObject(seen);
  });

  it("is the program's if the response to a create or update omits it", () => {
    expect(fromWire(item, { id: "F" }, { id: "F", value: true })).toEqual({ id: "F", value: true });
  });
});

describe("services of a deployment stage", () => {
  const { services } = definitionOf("DeploymentStage").args;

  it("are IDs if the response has objects", () => {
    expect(fromWire(services as Field, [{ service_id: "a" }, "b"], [])).toEqual(["a", "b"]);
  });
});

describe("ApiObject", () => {
  const stated = { path: "/webhook", body: { a: 1 }, ignore: ["kept"], secretMembers: ["token"] };
  const concrete = definitionOf("ApiObject").concrete as (values: Values) => ResourceDefinition;
  const { body } = concrete(stated);
  const token = { secretBody: { key: "hunter2-hunter2" } };

  it("sends the members of body and secretBody", () => {
    const values = { body: { a: 1, list: [{ b: 2 }] }, secretBody: { c: 3, list: [{ d: 4 }] } };
    expect(membersToWire(body, values)).toEqual({ a: 1, c: 3, list: [{ b: 2, d: 4 }] });
  });

  it("reads the members that the program sets and doesn't ignore, and the whole response", () => {
    const known = { ...token, body: { a: 1, kept: "as it was" } };
    const response = { a: 2, kept: "other", b: "x hunter2-hunter2", token: "t" };
    expect(membersFromWire(body, response, known, "absent")).toEqual({
      ...token,
      body: { a: 2, kept: "as it was" },
      response: { a: 2, kept: "other", b: "x ***" },
      secretResponse: { token: "t" },
    });
  });

  it("redacts in `response` the secrets of `secretResponse`", () => {
    const known = { body: { a: 1 }, secretResponse: { token: "hunter2-hunter2" } };
    const response = { a: 1, b: "x hunter2-hunter2", token: "hunter2-hunter2" };
    expect(membersFromWire(body, response, known, "absent")).toEqual({ ...known, response: { a: 1, b: "x ***" } });
  });

  it("keeps `secretResponse`, and keeps its whole state if the response to a write is empty", () => {
    const known = { body: { a: 1 }, response: { a: 1, b: "x ***" }, secretResponse: { token: "t" } };
    expect(membersFromWire(body, { b: "x former" }, known)).toEqual({ ...known, response: { b: "x ***" } });
    expect(membersFromWire(body, {}, known)).toEqual(known);
    expect(membersFromWire(body, {}, known, "absent")).toEqual({
      body: {},
      response: {},
      secretResponse: { token: "t" },
    });
  });

  it("reports violations as paths of `body`", () => {
    expect(programPath(body, "spec.path[0]")).toBe("body.spec.path[0]");
    expect(programPath(body, "path")).toBe("body.path");
  });
});

describe("source of a Terraform service's files", () => {
  const source = definitionOf("TerraformService").args.terraformFilesSource as Field;

  it("is read with or without `git` in the response", () => {
    const [inside, seen] = [{ git_repository: { branch: "main" } }, { gitRepository: { branch: "main" } }];
    expect(
      [{ git: inside }, inside, { ...inside, git: null }].map((each) => fromWire(source, each, undefined)),
    ).toEqual([seen, seen, seen]);
  });
});
