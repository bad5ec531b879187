import { describe, expect, it } from "vitest";
import { comparable, compareResource, stateValues } from "../../../../cli/diff/compareResource.js";
import { soleOwner } from "../../../../provider/ownership/stackOwners.js";
import { container } from "../../../kinds/fixtures.js";
import { ids } from "../../../kinds/shared/ids.js";
import { UNKNOWN } from "../../../support/provider.js";
import { connected, definitionOf, failureOf, fakePlatform } from "../../support/fake-platform.js";

const platform = fakePlatform();
const urn = "urn:pulumi:dev::shop::app-platform:index:Container::web";
/** How Pulumi marks what isn't a plain value. */
const signature = "4dabf18193072939515e22adb298388d";
const mark = { [signature]: "1b47061264138c4ac30d75fd1eb44270" };
const secret = (value: unknown) => ({ ...mark, plaintext: JSON.stringify(value) });
const list = `GET /environment/${ids.environment}/container`;

it("compareResource redacts an argument that is secret in the inputs or in the outputs of the state", async () => {
  const args = { ...container.program, ...container.path };
  const [before, now] = ["canary-before", "canary-now"];
  platform.on(list, [200, { results: [{ ...container.response, description: now }] }]);
  for (const [ofInputs, ofOutputs] of [
    [secret(before), before],
    [before, secret(before)],
  ] as const) {
    const resource = { urn, kind: "Container", id: ids.container };
    const known = { inputs: { ...args, description: ofInputs }, outputs: { ...args, description: ofOutputs } };
    const compared = comparable({ ...resource, ...known } as never, definitionOf("Container"));
    const { status, changes } = await compareResource(connected(platform.url).platform, soleOwner, compared);
    expect([status, changes.map((change) => change.path)]).toEqual(["changed", ["description"]]);
    expect(JSON.stringify(changes)).not.toContain("canary");
  }
});

it("compareResource redacts a secret environment ID in an error", async () => {
  const args = { ...container.program, ...container.path, environmentId: secret(ids.environment) };
  const resource = { urn, kind: "Container", id: ids.container, inputs: args, outputs: args };
  const compared = comparable(resource as never, definitionOf("Container"));
  platform.on(list, [400, { detail: `no environment ${ids.environment}` }]);
  const { message } = await failureOf(compareResource(connected(platform.url).platform, soleOwner, compared));
  expect(message).toContain("no environment ***");
});

it("compareResource compares the body of an ApiObject, and redacts its secrets", async () => {
  const path = "/organization/{organizationId}/webhook";
  const args = {
    path,
    parameters: { organizationId: "acme" },
    body: { kind: "SLACK" },
    secretBody: secret({ key: "canary" }),
  };
  const shown = { id: "1", kind: "TEAMS canary" };
  const resource = { urn, kind: "ApiObject", id: "1", inputs: args, outputs: args };
  for (const line of ["GET /organization/acme/webhook/1", "GET /organization/acme/webhook"])
    platform.on(line, [200, line.endsWith("1") ? shown : { results: [shown] }]);
  const compared = comparable(resource as never, definitionOf("ApiObject"));
  const { changes } = await compareResource(connected(platform.url).platform, soleOwner, compared);
  expect(changes).toEqual([{ path: "body.kind", state: '"SLACK"', platform: '"TEAMS ***"' }]);
});

describe("stateValues", () => {
  it("returns UNKNOWN for encrypted values at any depth, and names their arguments", () => {
    const encrypted = { ...mark, ciphertext: "v1:x" };
    expect(stateValues({ cpu: 500, arguments: ["--a", encrypted], token: encrypted })).toEqual({
      values: { cpu: 500, arguments: ["--a", UNKNOWN], token: UNKNOWN },
      secrets: ["arguments", "token"],
      encrypted: ["arguments", "token"],
    });
  });

  it("returns decrypted values, and names their arguments as secret", () => {
    const inner = JSON.stringify({ a: [1], b: { ...mark, plaintext: "2" } });
    const specified = { nested: { list: [{ ...mark, plaintext: inner }] }, text: { ...mark, plaintext: '"s"' } };
    expect(stateValues(specified)).toEqual({
      values: { nested: { list: [{ a: [1], b: 2 }] }, text: "s" },
      secrets: ["nested", "text"],
      encrypted: [],
    });
  });

  it("returns UNKNOWN for assets", () => {
    const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", hash: "x" };
    expect(stateValues({ asset })).toEqual({ values: { asset: UNKNOWN }, secrets: [], encrypted: [] });
  });
});
