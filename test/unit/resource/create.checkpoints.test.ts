/** While Pulumi skips checkpoints, a crash loses what was created, unless an endpoint finds it by its name. */
import { describe, expect, it } from "vitest";
import { skipsCheckpoints } from "../../../provider/platform/environment.js";
import { ids, terraformService } from "../../kinds/fixtures.js";
import { kindNames, recordOf } from "../../kinds/index.js";
import { type EndpointSet, isServed } from "../../support/provider.js";
import { type ConnectedOptions, definitionOf, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const skipping = { skipsCheckpoints: true } as const;
const args = { ...terraformService.program, ...terraformService.path };
const terraform = (options: ConnectedOptions) => lifecycle("TerraformService", platform.url, options);

it("skipsCheckpoints reads PULUMI_SKIP_CHECKPOINTS as the engine does", () => {
  const texts = ["1", "true", "TRUE", "yes", "0", "false", ""];
  const skipping = texts.filter((text) => skipsCheckpoints({ PULUMI_SKIP_CHECKPOINTS: text }));
  expect(skipping).toEqual(["1", "true", "TRUE"]);
  expect(skipsCheckpoints({})).toBe(false);
});

describe("check of a new resource while checkpoints are skipped", () => {
  /** Those of whose names there is one, which can be created, and which no list shows. */
  const lost = (set: EndpointSet) =>
    kindNames.flatMap((kind) => {
      const { createdTwice, served } = recordOf(kind);
      const { api } = definitionOf(kind);
      const isLost = createdTwice === "name taken" && served.create.includes(set) && !isServed(api.list, set);
      return isLost ? [kind] : [];
    });

  it.each(["documented", "extended"] as const)("fails only where a crash would lose it (%s endpoints)", async (set) => {
    const found: string[] = [];
    for (const kind of kindNames) {
      const { fixture } = recordOf(kind);
      const specified = { ...fixture.program, ...fixture.path };
      const reasons = await lifecycle(kind, platform.url, { endpoints: set, ...skipping }).check(specified);
      if (reasons.some((reason) => reason.startsWith("AP2013"))) found.push(kind);
    }
    expect(found).toEqual(lost(set));
    expect(found.includes("TerraformService")).toBe(set === "documented");
  });

  it("warns with APP_PLATFORM_ON_UNSAFE_CREATE=warn", async () => {
    const environment = { APP_PLATFORM_ON_UNSAFE_CREATE: "warn" };
    const { check, warnings } = terraform({ ...skipping, environment });
    expect(await check(args)).toEqual([]);
    expect(warnings).toEqual([
      'TerraformService "network" is created while Pulumi skips checkpoints: a crash would leave it on the platform, unknown to the stack and with its name taken.',
    ]);
  });
});

it("diff fails with AP2013 for a replacement while checkpoints are skipped, and not for an update", async () => {
  const state = { ...terraformService.outputs, ...args };
  const { diff } = terraform(skipping);
  expect(await diff(ids.terraform, state, args)).toMatchObject({ changes: false });
  const elsewhere = { ...args, environmentId: ids.otherEnvironment };
  expect((await failureOf(diff(ids.terraform, state, elsewhere))).code).toBe("AP2013");
});
