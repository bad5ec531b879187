import { CheckRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import fc from "fast-check";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { describe, expect, it } from "vitest";
import { decodeStruct, encodeStruct } from "../../provider/native/structBytes.js";
import { deserialize, received, secretNames, serialize, structOf } from "../../provider/native/structs.js";
import { container } from "../../provider/resources/container.js";
import { terraformService } from "../../provider/resources/terraformService.js";
import { markSecrets } from "../../provider/values/secrets.js";
import { UNKNOWN, type Values } from "../provider.js";

const special = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [special]: "1b47061264138c4ac30d75fd1eb44270", value }) as Values;
/** As it arrives, in bytes. */
const sent = (values: Values) => received(Struct.deserializeBinary(structOf(values).serializeBinary()));

/** Values that the classes of google-protobuf can have: its maps lose a member called `__proto__`. */
const anyValues = fc
  .dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" }), { noNullPrototype: true })
  .filter((values) => !JSON.stringify(values).includes("__proto__"))
  .map((values) => values as Values);

describe("the bytes of a struct", () => {
  const byLibrary = (values: Values) => Struct.fromJavaScript(values as never).serializeBinary();

  it("are those that the library reads and writes", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        expect(Struct.deserializeBinary(encodeStruct(values)).toJavaScript()).toEqual(values);
        expect(decodeStruct(byLibrary(values))).toEqual(values);
      }),
    );
  });

  it("have room for long values of any type", () => {
    const long = Array.from({ length: 700 }, (_, index) => [index / 3, "é".repeat(index % 90), index % 2 === 0, null]);
    const values: Values = { long, text: "€".repeat(100_000) };
    expect(Struct.deserializeBinary(encodeStruct(values)).toJavaScript()).toEqual(values);
    expect(decodeStruct(encodeStruct(values))).toEqual(values);
  });

  it("fail if they are cut off, at whatever byte it is", () => {
    const values: Values = { name: "é", list: [1.5, null, true, []], struct: { "": {} } };
    const bytes = encodeStruct({ values });
    for (let length = 1; length < bytes.length; length++) {
      expect(() => decodeStruct(bytes.subarray(0, length))).toThrow("incomplete");
    }
    expect(decodeStruct(bytes)).toEqual({ values });
  });

  it.each([
    ["of a number", [0x38, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ["of 8 bytes", [0x39, 1, 2, 3, 4, 5, 6, 7, 8]],
    ["of a text", [0x3a, 2, 1, 2]],
    ["of 4 bytes", [0x3d, 1, 2, 3, 4]],
  ])("may have an unknown field %s", (_, field) => {
    expect(decodeStruct(Uint8Array.from([...field, ...encodeStruct({ a: 1 }), ...field]))).toEqual({ a: 1 });
  });

  it.each([
    ["a group", [0x3b, 0x3c], "unknown form"],
    ["a number without an end", Array(11).fill(0xff), "more than 64 bits"],
  ])("fail if they have %s", (_, bytes, message) => {
    expect(() => decodeStruct(Uint8Array.from(bytes))).toThrow(message);
  });
});

describe("a message", () => {
  const inputs: Values = { name: "web", ports: [{ internalPort: 80 }] };

  it("is read and written by the library as by this provider", () => {
    const sent = new CheckRequest().setUrn("urn").setNews(structOf(inputs)).serializeBinary();
    const arrived = deserialize(CheckRequest, sent) as CheckRequest;
    expect(received(arrived.getNews()).values).toEqual(inputs);
    expect([arrived.getUrn(), arrived.getOlds()]).toEqual(["urn", undefined]);
    expect(CheckRequest.deserializeBinary(serialize(CheckRequest, arrived)).getNews()?.toJavaScript()).toEqual(inputs);
    expect(CheckRequest.deserializeBinary(arrived.serializeBinary()).getNews()?.toJavaScript()).toEqual(inputs);
  });

  it("contains what is set in a struct after it arrived", () => {
    const arrived = deserialize(CheckRequest, new CheckRequest().setNews(structOf(inputs)).serializeBinary());
    const news = (arrived as CheckRequest).getNews() as Struct;
    news.getFieldsMap().del("ports");
    expect(received(news).values).toEqual({ name: "web" });
    const written = CheckRequest.deserializeBinary(serialize(CheckRequest, arrived));
    expect(written.getNews()?.toJavaScript()).toEqual({ name: "web" });
  });
});

describe("the protocol's values", () => {
  it("are the same after a way through it, whatever their names", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const json = JSON.parse(JSON.stringify(given)) as Values;
        expect(received(structOf(json)).values).toEqual(json);
      }),
      { numRuns: 200 },
    );
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
  ])("are unknown for %s", (_, value) => {
    expect(sent({ a: [{ b: value as never }] }).values).toEqual({ a: [{ b: UNKNOWN }] });
  });

  it("are the value of an output, and the ID of a resource", () => {
    const output = { [special]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", value: "x", secret: true };
    const resource = { [special]: "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:…", id: "42" };
    expect(sent({ output, resource })).toEqual({ values: { output: "x", resource: "42" }, secrets: [["output"]] });
  });

  it("name the places of secrets, also of those that are unknown", () => {
    const variables = { A: "1", T: secret("t"), U: secret(UNKNOWN) };
    expect(sent({ list: [{ variables }], secretVariables: secret({ V: "v" }) })).toEqual({
      values: { list: [{ variables: { A: "1", T: "t", U: UNKNOWN } }], secretVariables: { V: "v" } },
      secrets: [["list", 0, "variables", "T"], ["list", 0, "variables", "U"], ["secretVariables"]],
    });
  });

  it("name the arguments that the program marks as secret, but not those that always are", () => {
    const autoscaling = { scalers: [{ triggerAuthentication: { configYaml: secret("a: b") } }] };
    const ports = [{ internalPort: 80, name: secret("http") }];
    const given = sent({ name: "web", tag: secret("1"), ports, autoscaling });
    expect(given.values).toMatchObject({ tag: "1", ports: [{ name: "http" }] });
    expect(secretNames(container.body, given)).toEqual(["ports", "tag"]);
  });

  it("mark secrets exactly, and name nothing when they come back", () => {
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
