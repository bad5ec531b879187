import { describe, expect, it } from "vitest";
import { programPath } from "../../provider/values/wire.js";
import { fixtures } from "../kinds/fixtures.js";
import { placesOf } from "./argument-places.js";
import { definitionOf } from "./pretend-platform.js";

/** Arguments with another name on the wire. */
const named: Readonly<Record<string, string>> = {
  "Environment clusterId": "cluster",
  "HelmService source.helmRepository.repositoryId": "source.helm_repository.repository",
};

const wire = (path: string) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("a path of the wire", () => {
  it.each(fixtures)("to any argument of a $kind is told in the program's spelling", (fixture) => {
    const { body } = definitionOf(fixture.kind);
    const places = placesOf(body, fixture).map(({ path }) => path);
    const paths = places.map((path) => named[`${fixture.kind} ${path}`] ?? wire(path));
    expect(paths.map((path) => programPath(body, path))).toEqual(places);
  });

  it.each([
    ["Application", "maximun_gpu", "maximumGpu"],
    ["Container", "ports[12].internal_port", "ports[12].internalPort"],
    ["Container", "brand_new.thing[0].deep_er", "brand_new.thing[0].deep_er"],
    ["TerraformService", "action_extra_arguments.my_plan[0]", "actionExtraArguments.my_plan[0]"],
    ["Container", "autoscaling.scalers[0].config_json.my_key", "autoscaling.scalers[0].configJson.my_key"],
    ["Container", "", ""],
    ["Container", "[0]", "[0]"],
  ])("of a %s, %s, is %s", (kind, path, spelled) => {
    expect(programPath(definitionOf(kind).body, path)).toBe(spelled);
  });
});
