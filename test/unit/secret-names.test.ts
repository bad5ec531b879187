import { interpolate, output, secret } from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { outlineOf } from "../../sdk/kinds.js";
import type { GivenArgs } from "../../sdk/programArguments.js";
import { rememberSecrets, type SecretNames, secretNames } from "../../sdk/secretNames.js";

const outline = outlineOf("Container");
const environmentId = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const sorted = async (names: SecretNames) => [...(await names)].sort();

/** A resource of the program with these arguments. */
function resource(args: GivenArgs, additional: readonly string[] = []): object {
  const made = {};
  rememberSecrets(made, secretNames(outline, args, additional));
  return made;
}

describe("the secrets of a resource", () => {
  it("are wherever an output or a promise is secret, however deep", async () => {
    const open = { environmentId, tag: output("1.27"), imageName: Promise.resolve("nginx"), description: "plain" };
    const names = secretNames(outline, { ...open, arguments: ["--port=80", interpolate`--password=${secret("x")}`] });
    expect(await sorted(names)).toEqual(["arguments"]);
  });
});

describe("the secrets that a clone inherits", () => {
  const secrets = { entrypoint: secret("x"), name: secret("y"), healthchecks: { a: secret("z") } };
  const source = resource({ environmentId, tag: output("1.27"), ...secrets }, ["description"]);
  const inherited = (args: GivenArgs) => sorted(secretNames(outline, { environmentId, ...args }));

  it("are those of its source, but not its name", async () => {
    expect(await inherited({ cloneFrom: source })).toEqual(["description", "entrypoint", "healthchecks"]);
  });

  it("are none that it gives itself, unless the value is merged with that of the source", async () => {
    const own = { entrypoint: "/start", description: output("mine"), healthchecks: {} };
    expect(await inherited({ cloneFrom: source, ...own })).toEqual(["healthchecks"]);
  });

  it("are also those whose output gives nothing in the end", async () => {
    expect(await inherited({ cloneFrom: source, entrypoint: output(undefined) })).toContain("entrypoint");
  });

  it("pass on to clones of the clone", async () => {
    const clone = resource({ environmentId, cloneFrom: source, description: "mine" });
    expect(await inherited({ cloneFrom: clone })).toEqual(["entrypoint", "healthchecks"]);
  });

  it("are all arguments that can hold text where the source is not in the program", async () => {
    const names = await inherited({ cloneFrom: environmentId, tag: "1.27" });
    expect(names).toEqual(expect.arrayContaining(["arguments", "description", "entrypoint", "healthchecks"]));
    for (const name of ["tag", "name", "cpu", "autoDeploy", "registryId", "environmentId", "connection"]) {
      expect(names).not.toContain(name);
    }
  });
});
