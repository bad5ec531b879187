/** `export` and `migrate` compile what they write. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { programFor } from "../../cli/export/program.js";
import { typeErrors } from "../../cli/export/typeErrors.js";
import { kindNames } from "../kinds/kindNames.js";
import { isFull } from "../support/full.js";
import type { Values } from "../support/provider.js";
import { oneSeed, toRepeat } from "../support/seeds.js";
import { arbitraryArguments } from "../unit/support/arbitrary-arguments.js";
import { definitionOf } from "../unit/support/fake-platform.js";
import { forms } from "./support/exported-environment.js";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Resources of a kind, each twice: with the name that it has on the platform, and with another one. */
function servicesOf(kind: string) {
  const definition = definitionOf(kind);
  const { nameArg = "name" } = definition;
  const sample = fc.sample(arbitraryArguments(definition), { numRuns: isFull ? 50 : 3, seed: oneSeed });
  return sample.flatMap((args, index) => {
    const values: Values = { ...args, ...("name" in definition.args ? { name: `${kind} ${index}` } : {}) };
    const name = String(values[nameArg] ?? `${kind} ${index}`);
    const service = { definition, name, values };
    return [
      { ...service, id: id(2 * index) },
      { ...service, id: id(2 * index + 1), logicalName: `other-${index}` },
    ];
  });
}

describe("program that export writes", () => {
  it("compiles for any kind, arguments, name and form", ({ onTestFailed }) => {
    onTestFailed(() => console.error(toRepeat(oneSeed)));
    const all = kindNames.flatMap((kind) => {
      const program = programFor(servicesOf(kind), { heading: [kind], environmentDefaults: [] });
      expect(program.declarations.flatMap(({ violations }) => violations)).toEqual([]);
      return Object.entries(forms).flatMap(([form, write]) =>
        Object.entries(write(program)).map(([path, text]) => [`${kind}/${form.replaceAll(" ", "-")}/${path}`, text]),
      );
    });
    expect(typeErrors(Object.fromEntries(all), __dirname)).toEqual([]);
  });
});

describe("typeErrors (test helper)", () => {
  it("reports file, line and reason of each error", () => {
    const text =
      'import { Cluster } from "pulumi-app-platform";\n\nnew Cluster("main", { region: "eu", cloudProvider: "AWS" });\n';
    const [first, ...others] =
      typeErrors({ "index.ts": text, "services/web.ts": 'export const x: number = "";\n' }, "/") ?? [];
    expect(first).toMatch(/^index\.ts:3:21: .*missing the following properties .*: organizationId, name$/);
    expect(others).toEqual([expect.stringMatching(/^services\/web\.ts:1:14: Type 'string' is not assignable/)]);
  });
});
