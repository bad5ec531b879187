/** Adopting what has a secret that the platform masks: there is nothing to compare the program's value with. */
import { describe, expect, it } from "vitest";
import { ids, terraformService } from "../kinds/fixtures.js";
import type { Values } from "../provider.js";
import { lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const secret = { key: "password", value: "hunter2", secret: true };
const plain = { key: "region", value: "eu-west-3", secret: false };
const path = "terraformVariablesSource.tfVars[0].value";

const argsWith = (tfVars: Values[]): Values => ({
  ...{ ...terraformService.path, ...terraformService.program, adoptId: ids.terraform },
  terraformVariablesSource: { tfVarFilePaths: [], tfVars },
});

/** A platform whose service has these variables, as responses show them. */
function adopting(tf_vars: Values[]) {
  const source = { tf_var_file_paths: [], tf_vars };
  const response = { ...terraformService.response, terraform_variables_source: source };
  platform.on(`GET /terraform/${ids.terraform}`, [200, response]);
  platform.on(`GET /environment/${ids.environment}/terraform`, [200, { results: [response] }]);
  platform.on(`PUT /terraform/${ids.terraform}`, [200, response]);
  return lifecycle("TerraformService", platform.url, { endpoints: "extended" });
}

const shown: readonly Values[] = [plain, { ...secret, value: "REDACTED" }];

describe("an adopted resource with a masked secret", () => {
  it("has no change at preview, is adopted without an update, and the next run has nothing to do", async () => {
    const cycle = adopting([...shown]);
    const args = argsWith([secret, plain]);
    expect(await cycle.check(args)).toEqual([]);
    expect(cycle.told.join()).toMatch(
      `adopts the existing resource with id ${ids.terraform} without changes; the platform masks ${path} and keeps its value.`,
    );
    const { id, outputs } = await cycle.create(args);
    expect(platform.lines().filter((line) => !line.startsWith("GET "))).toEqual([]);
    const next = adopting([...shown]);
    expect(await next.diff(id, outputs, args)).toEqual({ changes: false });
    expect(await next.diff(id, outputs, argsWith([{ ...secret, value: "another" }, plain]))).toEqual({});
  });

  it("is sent the program's secret with any other change", async () => {
    const cycle = adopting([...shown]);
    await cycle.create(argsWith([secret, { ...plain, value: "us-east-1" }]));
    const [update] = platform.arrived.filter(({ line }) => line.startsWith("PUT "));
    expect(update?.body).toMatchObject({ terraform_variables_source: { tf_vars: [secret, { value: "us-east-1" }] } });
  });

  it.each([
    ["that the platform does not have", [plain]],
    ["that isn't a secret on the platform", [plain, { ...secret, value: "open", secret: false }]],
  ])("is changed by a secret %s", async (_, tfVars) => {
    const cycle = adopting(tfVars);
    expect(await cycle.check(argsWith([secret, plain]))).toEqual([]);
    expect(cycle.warnings.join()).toMatch(/and changes terraformVariablesSource\.tfVars\[0\]/);
    expect(cycle.warnings.join()).not.toMatch(/hunter2|masks/);
  });
});
