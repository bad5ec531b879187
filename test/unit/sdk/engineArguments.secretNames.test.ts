import { interpolate, output, secret } from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { type SecretNames, secretNames } from "../../../sdk/engineArguments.js";
import { outlineOf } from "../../../sdk/kinds.js";
import type { ProgramArgs } from "../../../sdk/programArguments.js";

const outline = outlineOf("Container");
const environmentId = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const sorted = async (names: SecretNames) => [...(await names)].sort();

describe("secretNames of a resource", () => {
  it("include arguments with a secret output or promise at any depth", async () => {
    const open = { environmentId, tag: output("1.27"), imageName: Promise.resolve("nginx"), description: "plain" };
    const names = secretNames(outline, { ...open, arguments: ["--port=80", interpolate`--password=${secret("x")}`] });
    expect(await sorted(names)).toEqual(["arguments"]);
  });
});

describe("secretNames of a clone", () => {
  const copied = (args: ProgramArgs) =>
    sorted(secretNames(outline, { environmentId, cloneFrom: environmentId, ...args }));

  it("include all arguments that can contain text and aren't set", async () => {
    const names = await copied({ tag: "1.27" });
    expect(names).toEqual(expect.arrayContaining(["arguments", "description", "entrypoint", "healthchecks"]));
    for (const name of ["tag", "name", "cpu", "autoDeploy", "registryId", "environmentId", "connection"]) {
      expect(names).not.toContain(name);
    }
  });

  it("include an object that the program sets, but no text that it sets", async () => {
    const names = await copied({ entrypoint: "/start", description: output("mine"), healthchecks: {} });
    expect(names).toContain("healthchecks");
    for (const name of ["entrypoint", "description"]) expect(names).not.toContain(name);
  });

  it("include an argument whose output is undefined", async () => {
    expect(await copied({ entrypoint: output(undefined) })).toContain("entrypoint");
  });
});
