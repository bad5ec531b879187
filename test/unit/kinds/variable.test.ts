import { describe, expect, it } from "vitest";
import { ids } from "../../kinds/fixtures.js";
import { steadyClock as clock } from "../../support/fake-clock.js";
import { failureOf, fakePlatform, lifecycle, listing } from "../support/fake-platform.js";

const platform = fakePlatform();

describe("create of an alias of a built-in variable", () => {
  const made = "00000000-0000-4000-8000-0000000000a3";
  const listed = (number: number, end: string, value: string, service_id: string | null = null) => ({
    ...{ id: `00000000-0000-4000-8000-00000000010${number}`, key: `OTHER_${end}`, value, service_id },
    ...{ scope: "BUILT_IN", is_secret: false, variable_type: "BUILT_IN" },
  });
  const seen = [
    listed(1, "PROJECT_ID", ids.project),
    listed(2, "ENVIRONMENT_ID", ids.environment),
    listed(3, "ENVIRONMENT_NAME", "main"),
    listed(4, "CONTAINER_ID", ids.otherEnvironment, ids.otherEnvironment),
    listed(5, "CONTAINER_ID", ids.container, ids.container),
  ];
  const aliasing = (reference: string) => {
    platform.on(`GET /variable?parent_id=${ids.container}&scope=CONTAINER`, listing(...seen));
    for (const { id: target } of seen) {
      platform.on(`POST /variable/${target}/alias`, [201, { ...seen[0], id: made, key: "A", scope: "CONTAINER" }]);
    }
    return lifecycle("Variable", platform.url, { endpoints: "extended", clock }).create({
      on: `container/${ids.container}`,
      key: "A",
      aliasOf: reference,
    });
  };

  it.each<[reference: string, target: number]>([
    [`project/${ids.project}/project_id`, 1],
    [`environment/${ids.environment}/environment_name`, 3],
    [`container/${ids.container}/container_id`, 5],
  ])("finds the variable by key and service: %s", async (reference, target) => {
    await aliasing(reference);
    expect(platform.lines()).toContain(`POST /variable/${seen[target - 1]?.id}/alias`);
  });

  it("fails with AP1203 if only another environment has the variable", async () => {
    const failure = await failureOf(aliasing(`environment/${ids.otherEnvironment}/environment_name`));
    expect(failure).toMatchObject({ code: "AP1203", message: expect.stringContaining("must name a variable that") });
    expect(platform.lines().filter((line) => line.startsWith("POST"))).toEqual([]);
  });
});
