/** A clone has secrets of its source that no response shows: updates keep them on the platform. */
import { expect, it } from "vitest";
import { openedPlatform } from "../platform/support/opened.js";
import type { Values } from "../support/provider.js";
import { lifecycle } from "../unit/support/fake-platform.js";
import { everyFieldOf } from "./support/every-field.js";

const platform = openedPlatform({ endpoints: "extended" });

const secret = "hunter2 of the source";

/** The variables as the platform stores them. */
async function stored(id: string): Promise<Values[]> {
  const { body } = await platform.request("GET", "/_local/snapshot");
  const row = body.tables.service.find((each: { id: string }) => each.id === id);
  const service = typeof row.body === "string" ? JSON.parse(row.body) : row.body;
  return service.config.terraform_variables_source.tf_vars;
}

it("updates of a clone preserve a secret variable of its source", async () => {
  const cycle = lifecycle("TerraformService", platform.url, {
    endpoints: "extended",
    environment: { APP_PLATFORM_TOKEN: platform.tokens.admin },
  });
  const { environment: environmentId } = platform.ids;
  const [program = {}] = Object.values(everyFieldOf("TerraformService", platform.ids)) as unknown as Values[];
  const tfVars = [{ key: "password", value: secret, secret: true }];
  const variables = { terraformVariablesSource: { tfVarFilePaths: [], tfVars } };
  const source = await cycle.create({ ...program, ...variables, name: "source" });
  const args = { environmentId, name: "copy", cloneFrom: source.id };
  const copy = await cycle.create({ ...args, timeoutSec: 60 });
  expect(await stored(copy.id)).toContainEqual({ key: "password", value: secret, secret: true });

  const desired = { ...args, timeoutSec: 90, description: "Queues" };
  expect(await cycle.diff(copy.id, copy.outputs as Values, desired)).toEqual({});
  const updated = await cycle.update(copy.id, copy.outputs as Values, desired);
  expect(updated?.outputs).toMatchObject({ timeoutSec: 90, description: "Queues" });
  expect(await stored(copy.id)).toContainEqual({ key: "password", value: secret, secret: true });
  expect(JSON.stringify(updated?.outputs)).not.toMatch(/REDACTED|hunter2/);
});
