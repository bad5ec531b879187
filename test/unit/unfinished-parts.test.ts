/** What the state has of the parts of a resource after a request for one of them was lost. */
import { expect, it } from "vitest";
import { application } from "../kinds/fixtures.js";
import type { Values } from "../provider.js";
import { definitionOf, describeManaged, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const id = String(application.response.id);
const own = `/application/${id}`;
const grace = "deployment.termination_grace_period_seconds";
const partsOf = (mark: string, seconds: number) => ({
  variables: { MARK: mark },
  advancedSettings: { [grace]: seconds },
});
const [before, after] = [partsOf("1", 60), partsOf("2", 90)];
const args = (parts: Values): Values => ({ ...application.path, ...application.program, ...parts });

it.each<[what: string, lost: string, kept: Values]>([
  ["a variable", "PUT /variable/v1", { ...before, variables: { MARK: null } }],
  ["settings", `PUT ${own}/advancedSettings`, { ...after, advancedSettings: { [grace]: null } }],
])("an update keeps only the name of what a lost request may have changed: %s", async (_, lost, kept) => {
  const item = { id: "v1", key: "MARK", value: "1", is_secret: false, scope: "APPLICATION", variable_type: "VALUE" };
  platform
    .on(`GET /variable?parent_id=${id}&scope=APPLICATION`, [200, { results: [item] }])
    .on("PUT /variable/v1", [200, item])
    .on("GET /defaultApplicationAdvancedSettings", [200, { [grace]: 60 }])
    .on(`GET ${own}/advancedSettings`, [200, { [grace]: 60 }])
    .on(lost, [500]);
  const __managed = describeManaged(definitionOf("Application").body, args(before));
  const state = { ...application.outputs, ...args(before), __managed };
  const { update } = lifecycle("Application", platform.url, { endpoints: "extended" });
  const { properties } = await failureOf(update(id, state, args(after)));
  const { variables, advancedSettings } = properties as Values;
  expect({ variables, advancedSettings }).toEqual(kept);
});
