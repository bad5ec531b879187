import { describe, expect, it } from "vitest";
import { copiedTexts, labelOf } from "../../../provider/definition/references.js";
import { container, ids } from "../../kinds/fixtures.js";
import type { Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

describe("labelOf", () => {
  const variable = { on: `container/${ids.container}`, key: "DATABASE_URL" };
  it.each<[what: string, kind: string, values: Values, naming: { resourceName?: string; id?: string }, label: string]>([
    ["both names if they differ", "Variable", variable, { resourceName: "db-url" }, 'Variable "db-url" (DATABASE_URL)'],
    ["one name if both are the same", "Container", { name: "web" }, { resourceName: "web" }, 'Container "web"'],
    ["the Pulumi name if the other one isn't known", "Container", {}, { resourceName: "web" }, 'Container "web"'],
    ["the platform's name outside of a program", "Container", { name: " web " }, {}, 'Container "web"'],
    ["the Pulumi name of a kind without names", "ArgoCdConfig", {}, { resourceName: "x" }, 'ArgoCdConfig "x"'],
    ["the ID if neither name is known", "Container", {}, { id: "c1" }, "Container with id c1"],
  ])("has %s", (_, kind, values, naming, label) => {
    expect(labelOf(definitionOf(kind as never), values, naming)).toBe(label);
  });
});

it("copiedTexts has the text arguments that a clone omits, except its parent and the provider's own", () => {
  const names = copiedTexts(definitionOf("Container"), { ...container.path, imageName: "nginx" });
  expect(names).toContain("entrypoint");
  for (const name of ["environmentId", "name", "imageName", "connection", "cpu"]) expect(names).not.toContain(name);
});
