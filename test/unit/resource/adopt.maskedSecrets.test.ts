/** Adopting what has a value that no response shows: there is nothing to compare the program's value with. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapInside } from "../../../provider/schema/field.js";
import { differencesIn } from "../../../provider/values/compare.js";
import { revealSecrets } from "../../../provider/values/secrets.js";
import { ids, terraformService } from "../../kinds/fixtures.js";
import { kindNames } from "../../kinds/kindNames.js";
import type { Field, Value, Values } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { arbitraryArguments } from "../support/arbitrary-arguments.js";
import { definitionOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

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

describe("adopt: a masked secret", () => {
  it("counts as unchanged, and keeps the last known value, as the preview says, until the program changes it", async () => {
    const cycle = adopting([...shown]);
    const args = argsWith([secret, plain]);
    expect(await cycle.check(args)).toEqual([]);
    const masked = `with id ${ids.terraform} without changes; the platform masks ${path} and keeps its value.`;
    expect(cycle.infos.join()).toContain(masked);
    const { id, outputs } = await cycle.create(args);
    expect(platform.lines().filter((line) => !line.startsWith("GET "))).toEqual([]);
    const next = adopting([...shown]);
    expect(await next.diff(id, outputs, args)).toEqual({ changes: false });
    expect(await next.diff(id, outputs, argsWith([{ ...secret, value: "another" }, plain]))).toEqual({});
  });

  it("is sent if another argument changes", async () => {
    const cycle = adopting([...shown]);
    await cycle.create(argsWith([secret, { ...plain, value: "us-east-1" }]));
    const [update] = platform.arrived.filter(({ line }) => line.startsWith("PUT "));
    expect(update?.body).toMatchObject({ terraform_variables_source: { tf_vars: [secret, { value: "us-east-1" }] } });
  });

  it.each([
    ["no such secret", [plain]],
    ["a plain value instead", [plain, { ...secret, value: "open", secret: false }]],
  ])("counts as changed at preview if the platform has %s", async (_, tfVars) => {
    const cycle = adopting(tfVars);
    expect(await cycle.check(argsWith([secret, plain]))).toEqual([]);
    expect(cycle.warnings.join()).toMatch(/and changes terraformVariablesSource\.tfVars\[0\]/);
    expect(cycle.warnings.join()).not.toMatch(/hunter2|masks/);
  });
});

describe("adopt: a member that no response contains", () => {
  /** A value as responses show it, with or without objects in which they show nothing. */
  const shownOf = (field: Field, value: Value, keepsEmpty: boolean): Value | undefined => {
    const isShown = (each: Field) => each.returned !== "never" && each.returned !== "sometimes";
    const inner = mapInside(field, value, (each) =>
      isShown(each.field) ? shownOf(each.field, each.value, keepsEmpty) : undefined,
    );
    const hasLost = field.type === "object" && JSON.stringify(inner) === "{}" && JSON.stringify(value) !== "{}";
    return hasLost && !keepsEmpty ? undefined : inner;
  };

  it.each(kindNames)("counts as unchanged in a %s, at any depth", async (kind) => {
    const { body } = definitionOf(kind);
    const property = fc.property(arbitraryArguments(definitionOf(kind)), fc.boolean(), (args, keepsEmpty) => {
      const state = (shownOf(body, args, keepsEmpty) ?? {}) as Values;
      const found = differencesIn(body, args, revealSecrets(body, state, args).state);
      // Which variable or stage another one names is compared by the kind itself.
      const isOwn = ({ separate, idOf }: Field) => separate !== undefined || idOf !== undefined;
      expect(found.filter(({ arg }) => !isOwn(body.members[arg] as Field))).toEqual([]);
    });
    await holds(property, 50);
  });

  it("counts as unchanged until the program changes it: jsonCredentials of a ContainerRegistry", async () => {
    const place = { organizationId: ids.organization, name: "images" };
    const config = { region: "europe-west1", jsonCredentials: '{"private_key":"hunter2"}' };
    const url = "https://europe-west1-docker.pkg.dev";
    const path = `/organization/${ids.organization}/containerRegistry`;
    const response = { id: ids.registry, name: "images", kind: "GCP_ARTIFACT_REGISTRY", url };
    platform.on(`GET ${path}/${ids.registry}`, [200, { ...response, config: { region: config.region } }]);
    const args = { ...place, kind: response.kind, url, config, adoptId: ids.registry };
    const run = () => lifecycle("ContainerRegistry", platform.url, { endpoints: "extended" });
    const cycle = run();
    expect(await cycle.check(args)).toEqual([]);
    expect(cycle.infos.join()).toContain("without changes; the platform masks config.jsonCredentials and keeps");
    const { id, outputs } = await cycle.create(args);
    expect(platform.lines().filter((line) => !line.startsWith("GET "))).toEqual([]);
    const changed = { ...args, config: { ...config, jsonCredentials: "{}" } };
    expect(await run().diff(id, outputs, args)).toEqual({ changes: false });
    expect(await run().diff(id, outputs, changed)).toEqual({});
  });
});
