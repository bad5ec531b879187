/** Advanced settings as the platform keeps them: replaced as a whole, with the names and types of their defaults. */
import { expect, it } from "vitest";
import { opened } from "./support/opened.js";

const { platform, create } = opened();

const grace = "deployment.termination_grace_period_seconds";
const path = async () => `/container/${(await create("container")).id}/advancedSettings`;

it("GET advancedSettings of a new service returns the defaults of its kind, and PUT resets omitted settings", async () => {
  const { body: defaults } = await platform.request("GET", "/defaultContainerAdvancedSettings");
  expect(Object.keys(defaults).length).toBeGreaterThan(35);
  const own = await path();
  expect((await platform.request("GET", own)).body).toEqual(defaults);
  const { status, body } = await platform.request("PUT", own, { body: { [grace]: 120 } });
  expect([status, body]).toEqual([201, { ...defaults, [grace]: 120 }]);
  expect((await platform.request("GET", own)).body).toEqual(body);
  await platform.request("PUT", own, { body: {} });
  expect((await platform.request("GET", own)).body).toEqual(defaults);
});

it("PUT advancedSettings stores a string of digits as an integer", async () => {
  const own = await path();
  const { status, body } = await platform.request("PUT", own, { body: { [grace]: "120" } });
  expect([status, body[grace]]).toEqual([201, 120]);
  expect((await platform.request("GET", own)).body).toEqual(body);
});

it.each([
  ["no.such.setting", 1, "isn't a setting"],
  ["build.timeout_max_sec", 60, "isn't a setting"],
  [grace, "1.5", "must be an integer"],
  [grace, "", "must be an integer"],
  [grace, 1.5, "must be an integer"],
  [grace, null, "must be an integer"],
  ["security.read_only_root_filesystem", "true", "must be true or false"],
  ["security.service_account_name", 7, "must be a string"],
  ["deployment.affinity.node.required", [], "must be an object"],
])("PUT advancedSettings returns 400 for %s with the value %j", async (field, value, message) => {
  const own = await path();
  const { status, body } = await platform.request("PUT", own, { body: { [field]: value } });
  expect([status, body.violations]).toEqual([400, [{ field, message }]]);
});
