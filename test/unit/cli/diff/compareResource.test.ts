/** What commands show of what a platform repeats: never a secret, whatever it looks like there. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { comparable, compareResource } from "../../../../cli/diff/compareResource.js";
import { acceptance } from "../../../../cli/doctor/platform.js";
import { container } from "../../../kinds/container/fixture.js";
import { ids } from "../../../kinds/shared/ids.js";
import { connected, definitionOf, failureOf, pretendPlatform } from "../../support/fake-platform.js";

const platform = pretendPlatform();
const urn = "urn:pulumi:dev::shop::app-platform:index:Container::web";
const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});
const list = `GET /environment/${ids.environment}/container`;

it("doctor shows no token that a platform quotes as part of a URL, and nor does its log", async () => {
  const token = "canary+of/the=token";
  const logFile = join(mkdtempSync(join(tmpdir(), "doctor-")), "log");
  const path = "/environment/00000000-0000-0000-0000-000000000000/container";
  platform.on(`GET ${path}`, [401, { detail: `no user for ?token=${encodeURIComponent(token)}` }]);
  const configuration = { tokenScheme: "token", tokenSource: "APP_PLATFORM_TOKEN", logFile };
  const facts = { token, baseUrl: new URL(platform.url), configuration };
  const examination = { facts, options: {}, environment: {}, signal: new AbortController().signal };
  const finding = await acceptance.run(examination as never);
  expect(finding.details).toEqual(["the platform says: no user for ?token=***"]);
  expect(readFileSync(logFile, "utf8")).not.toContain("canary");
});

it("diff shows nothing of what the state has as secret among the inputs or the outputs alone", async () => {
  const { program, path } = container;
  const [inputs, outputs] = [
    { ...program, ...path },
    { ...program, ...path },
  ];
  const [before, now] = ["canary-before", "canary-now"];
  platform.on(list, [200, { results: [{ ...container.response, description: now }] }]);
  for (const [ofInputs, ofOutputs] of [
    [secret(before), before],
    [before, secret(before)],
  ] as const) {
    const resource = { urn, kind: "Container", id: ids.container };
    const known = { inputs: { ...inputs, description: ofInputs }, outputs: { ...outputs, description: ofOutputs } };
    const given = comparable({ ...resource, ...known } as never, definitionOf("Container"));
    const { status, changes } = await compareResource(connected(platform.url).platform, given);
    expect([status, changes.map((change) => change.path)]).toEqual(["changed", ["description"]]);
    expect(JSON.stringify(changes)).not.toContain("canary");
  }
});

it("diff shows no secret ID in an error", async () => {
  const { program, path } = container;
  const place = { environmentId: secret(ids.environment) };
  const known = { inputs: { ...program, ...place }, outputs: { ...program, ...path, ...place } };
  const given = comparable({ urn, kind: "Container", id: ids.container, ...known } as never, definitionOf("Container"));
  platform.on(list, [400, { detail: `no environment ${ids.environment}` }]);
  const { message } = await failureOf(compareResource(connected(platform.url).platform, given));
  expect(message).toContain("no environment ***");
});
