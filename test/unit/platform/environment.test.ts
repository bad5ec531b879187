import { expect, it } from "vitest";
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
  ["eu-west", "EU_WEST"],
  ["größe 1", "GR_E_1"],
])("environmentName: the connection %s reads APP_PLATFORM_%s_BASE_URL", (connection, name) => {
  expect(encodingsOf(connection)).toEqual([connection, name]);
  expect(environmentName("baseUrl", connection)).toBe(`APP_PLATFORM_${name}_BASE_URL`);
});

it("skipsCheckpoints is true only if PULUMI_SKIP_CHECKPOINTS is 1, true or TRUE", () => {
  const texts = ["1", "true", "TRUE", "yes", "0", "false", "", "1x", "truely", "x1", " true", undefined];
  const skipping = texts.filter((text) => skipsCheckpoints({ PULUMI_SKIP_CHECKPOINTS: text }));
  expect(skipping).toEqual(["1", "true", "TRUE"]);
});

it.each([
  [undefined, `pulumi-app-platform/1.0.0 node/${process.versions.node} (status)`],
  ["3.200.0", `pulumi-app-platform/1.0.0 node/${process.versions.node} pulumi/3.200.0 (status)`],
])("User-Agent names the package, Node.js, Pulumi's SDK and the sender: SDK %s, %s (userAgentOf)", (sdk, text) => {
  expect(userAgentOf("1.0.0", "status", sdk)).toBe(text);
});

it.each([
  ["the URN of a resource", "(status; shop/dev)", "urn:pulumi:dev::shop::app-platform:index:Container::web"],
  ["a stack that a header can't name", "(status)", "urn:pulumi:größe::shop::app-platform:index:Container::web"],
  ["a project that a header can't name", "(status)", "urn:pulumi:dev::größe::app-platform:index:Container::web"],
  ["a lookup", "(status)", "getContainer"],
  ["no resource", "(status)", undefined],
])("userAgentFor returns for %s a User-Agent that ends with %s", (_, end, name) => {
  expect(userAgentFor(userAgentOf("1.0.0", "status"), name).endsWith(` ${end}`)).toBe(true);
});
