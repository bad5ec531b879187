import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { describe, expect, it } from "vitest";
import { received, secretNames, structOf } from "../../../../provider/frontends/native/resource.js";
import { container } from "../../../../provider/kinds/container.js";
import { terraformService } from "../../../../provider/kinds/terraformService.js";
import { markSecrets } from "../../../../provider/values/secrets.js";
import { UNKNOWN, type Values } from "../../../support/provider.js";

const special = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [special]: "1b47061264138c4ac30d75fd1eb44270", value }) as Values;
/** As it arrives, in bytes. */
const sent = (values: Values) => received(Struct.deserializeBinary(structOf(values).serializeBinary()));

describe("values of a native provider's request (structs)", () => {
  it("are the sent values, except for __proto__", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (specified) => {
        const text = JSON.stringify(specified);
        fc.pre(!text.includes("__proto__"));
        expect(sent(JSON.parse(text))).toEqual({ values: JSON.parse(text), secrets: [] });
      }),
      { numRuns: 200 },
    );
  });

  it("have integers up to 2^53, U+FFFD for lone surrogates, and nothing for undefined", () => {
    const values: Values = { number: 2 ** 53, text: "a\ud83d", omitted: undefined, list: [-0.1, "\ude00é"] };
    expect(sent(values).values).toEqual({ number: 2 ** 53, text: "a\ufffd", list: [-0.1, "\ufffdé"] });
  });

  it.each([
    ["an unknown string", UNKNOWN],
    ["an unknown boolean", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
    ["an unknown number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
    ["an unknown array", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
    ["an unknown object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
    ["an unknown asset", "030794c1-ac77-496b-92df-f27374a8bd58"],
    ["an unknown archive", "e48ece36-62e2-4504-bad9-02848725956a"],
    ["an output without a value", { [special]: "d0e6a833031e9bbcd3f4e8bde6ca49a4" }],
    ["a resource without an ID", { [special]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:…", id: "" }],
  ])("are read as UNKNOWN for %s", (_, value) => {
    expect(sent({ a: [{ b: value as never }] }).values).toEqual({ a: [{ b: UNKNOWN }] });
  });

  it("are read as the value of an output, and as the ID of a resource", () => {
    const output = { [special]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", value: "x", secret: true };
    const resource = { [special]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:…", id: "42" };
    expect(sent({ output, resource })).toEqual({ values: { output: "x", resource: "42" }, secrets: [["output"]] });
  });

  it("report the paths of secrets, also of unknown secrets", () => {
    const variables = { A: "1", T: secret("t"), U: secret(UNKNOWN) };
    expect(sent({ list: [{ variables }], secretVariables: secret({ V: "v" }) })).toEqual({
      values: { list: [{ variables: { A: "1", T: "t", U: UNKNOWN } }], secretVariables: { V: "v" } },
      secrets: [["list", 0, "variables", "T"], ["list", 0, "variables", "U"], ["secretVariables"]],
    });
  });

  it("report arguments that the program marks as secret, but not always secret ones", () => {
    const autoscaling = { scalers: [{ triggerAuthentication: { configYaml: secret("a: b") } }] };
    const ports = [{ internalPort: 80, name: secret("http") }];
    const specified = sent({ name: "web", tag: secret("1"), ports, autoscaling });
    expect(specified.values).toMatchObject({ tag: "1", ports: [{ name: "http" }] });
    expect(secretNames(container.body, specified)).toEqual(["ports", "tag"]);
  });

  it("mark only the values with `secret: true` in an item as secret (markSecrets)", () => {
    const tfVars = [
      { key: "a", value: "x", secret: true },
      { key: "b", value: "y", secret: false },
    ];
    const values = { terraformVariablesSource: { tfVars } };
    const marked = markSecrets(terraformService.body, [], values, true);
    const [first, second] = tfVars;
    expect(marked).toEqual({ terraformVariablesSource: { tfVars: [{ ...first, value: secret("x") }, second] } });
    expect(sent(marked).values).toEqual(values);
    expect(secretNames(terraformService.body, sent(marked))).toEqual([]);
  });
});
