import { expect, it } from "vitest";
import { engineAddress, senderOf } from "../../../provider/engine/process.js";
import {
  encodingsOf,
  environmentName,
  skipsCheckpoints,
  userAgentFor,
  userAgentOf,
} from "../../../provider/platform/environment.js";

it.each([
  ["staging", "STAGING"],
  ["euWest1Live", "EU_WEST1_LIVE"],
  ["eu--west.1", "EU_WEST_1"],
])("environmentName maps the connection %s to %s", (connection, name) => {
  expect(encodingsOf(connection)).toEqual([connection, name]);
  expect(environmentName("baseUrl", connection)).toBe(`APP_PLATFORM_${name}_BASE_URL`);
});

it.each([
  [["127.0.0.1:41234"], "127.0.0.1:41234"],
  [["-v=9", "--logflow", "127.0.0.1:41234"], "127.0.0.1:41234"],
  [["--tracing", "http://127.0.0.1:9411", "127.0.0.1:41234"], "127.0.0.1:41234"],
  [["--tracing", "collector:9411", "[::1]:41234"], "[::1]:41234"],
  [["get-schema"], undefined],
  [[], undefined],
])("engineAddress of the arguments %j is %s", (args, address) => {
  expect(engineAddress(args)).toBe(address);
});

it("skipsCheckpoints reads PULUMI_SKIP_CHECKPOINTS as the engine does", () => {
  const texts = ["1", "true", "TRUE", "yes", "0", "false", "", "1x", "truely", "x1", " true", undefined];
  const skipping = texts.filter((text) => skipsCheckpoints({ PULUMI_SKIP_CHECKPOINTS: text }));
  expect(skipping).toEqual(["1", "true", "TRUE"]);
});

it.each([
  [undefined, `pulumi-app-platform/1.0.0 node/${process.versions.node} (status)`],
  ["3.200.0", `pulumi-app-platform/1.0.0 node/${process.versions.node} pulumi/3.200.0 (status)`],
])("userAgentOf with Pulumi's SDK %s returns %s", (sdk, text) => {
  expect(userAgentOf("1.0.0", "status", sdk)).toBe(text);
});

it.each([
  ["the URN of a resource", "urn:pulumi:dev::shop::app-platform:index:Container::web", "(status; shop/dev)"],
  ["a stack that a header can't name", "urn:pulumi:größe::shop::app-platform:index:Container::web", "(status)"],
  ["a lookup", "getContainer", "(status)"],
  ["nothing", undefined, "(status)"],
])("userAgentFor with %s ends with $2", (_, name, end) => {
  expect(userAgentFor(userAgentOf("1.0.0", "status"), name).endsWith(` ${end}`)).toBe(true);
});

it("senderOf adds the engine's port during a run, and nothing outside of one", () => {
  expect(senderOf("native provider", "127.0.0.1:41234")).toBe("native provider; run 41234");
  expect(senderOf("native provider", undefined)).toBe("native provider");
});
