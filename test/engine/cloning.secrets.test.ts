import { randomBytes } from "node:crypto";
import { interpolate, output, secret } from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { isEncrypted } from "../cli/support/state-files.js";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import { lifecycle } from "../unit/support/fake-platform.js";
import { containerArgs } from "./support/declare.js";
import { everyFieldOf } from "./support/every-field.js";
import { storedBy } from "./support/existing.js";
import { opened } from "./support/opened.js";

const canary = () => `canary-${randomBytes(9).toString("hex")}`;
const [password, probe, note, byHand, next] = [canary(), canary(), canary(), canary(), canary()];

const { platform, stack } = opened({ endpoints: "extended" });

let existing: string;

beforeAll(async () => {
  const image = { registry_id: platform.ids.registries.DOCKER_HUB, arguments: [`--password=${byHand}`] };
  const body = { ...bodies.container.minimal(platform.ids), ...image };
  existing = (await platform.request("POST", `/environment/${platform.ids.environment}/container`, { body })).body.id;
});
/** Clones of a source with secrets in several places, of what is not in the program, and of a clone. */
const program =
  ({ secretText = password, cpu = 600 } = {}) =>
  () => {
    const { otherEnvironment: environmentId } = platform.ids;
    const wish = {
      tag: output("1.27"),
      arguments: [interpolate`--password=${secret(secretText)}`],
      entrypoint: secret(note),
      healthchecks: { livenessProbe: { type: { exec: { command: ["check", secret(probe)] } } } },
    };
    const source = new Container("source", containerArgs(platform, wish));
    const clone = new Container("clone", { environmentId, cloneFrom: source, cpu });
    const second = new Container("second", { environmentId, cloneFrom: clone, entrypoint: "/start" });
    const foreign = new Container("foreign", { environmentId, cloneFrom: existing, cpu });
    return { clone: clone.arguments, probes: second.healthchecks, foreign: foreign.arguments, all: { ...clone } };
  };

/** The secrets that are in plain text in what was printed, or in the state. */
async function leaks(printed: string): Promise<string[]> {
  const texts = [printed, await stack.exported()];
  return [password, probe, note, byHand, next].filter((each) => texts.some((text) => text.includes(each)));
}

describe("secrets of a clone's source", () => {
  test("are encrypted in the state and outputs of a clone, and of a clone of the clone", async () => {
    const { output: printed, outputs } = await stack.run("up", program());
    expect(outputs.clone).toEqual([`--password=${password}`]);
    expect(outputs.foreign).toEqual([`--password=${byHand}`]);
    expect(await leaks(printed)).toEqual([]);
    for (const name of ["clone", "second"]) {
      const { outputs: kept } = await stack.resource(name);
      expect([kept.arguments, kept.healthchecks].map(isEncrypted)).toEqual([true, true]);
    }
    // So is every other text that the program doesn't give.
    for (const name of ["clone", "foreign"]) {
      const { outputs: kept } = await stack.resource(name);
      for (const text of ["arguments", "tag", "imageName"]) expect(kept[text]).toHaveProperty("ciphertext");
      expect(kept).toMatchObject({ name, cpu: 600, registryId: platform.ids.registries.DOCKER_HUB });
    }
    expect((await stack.resource("second")).outputs.entrypoint).toBe("/start");
  });

  test("stay encrypted after a refresh, an update and a change of the source", async () => {
    const texts = [(await stack.run("refresh")).output];
    texts.push((await stack.run("up", program({ cpu: 700 }))).output);
    texts.push((await stack.run("preview", program({ cpu: 700, secretText: next }))).output);
    texts.push((await stack.run("up")).output, (await stack.run("up", undefined, { refresh: true })).output);
    expect((await stack.resource("clone")).outputs.cpu).toBe(700);
    expect(await leaks(texts.join("\n"))).toEqual([]);
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  });

  test("stay encrypted if the program removes `cloneFrom` and sets it again", async () => {
    const { otherEnvironment: environmentId } = platform.ids;
    const source = () =>
      new Container("source", containerArgs(platform, { arguments: [secret(`--password=${password}`)] }));
    const clone = (args: object) => void new Container("clone", { environmentId, cpu: 600, ...args } as never);
    await stack.run("up", () => clone({ cloneFrom: source() }));
    const texts: string[] = [];
    const step = async (name: "preview" | "up" | "refresh", program?: () => void) =>
      texts.push((await stack.run(name, program)).output);
    const own = () => {
      source();
      clone(containerArgs(platform, { environmentId, name: "clone" }));
    };
    await step("preview", own);
    await step("up", own);
    await step("refresh");
    const again = () => clone({ cloneFrom: source() });
    await step("preview", again);
    await step("up", again);
    expect(await leaks(texts.join("\n"))).toEqual([]);
  });

  // No response shows them.
  test("stay on the platform when an update changes other arguments", async () => {
    const environment = { APP_PLATFORM_TOKEN: platform.tokens.admin };
    const cycle = lifecycle("TerraformService", platform.url, { endpoints: "extended", environment });
    const [program = {}] = Object.values(everyFieldOf("TerraformService", platform.ids)) as unknown as Values[];
    const tfVars = [{ key: "password", value: password, secret: true }];
    const variables = { terraformVariablesSource: { tfVarFilePaths: [], tfVars } };
    const source = await cycle.create({ ...program, ...variables, name: "source" });
    const args = { environmentId: platform.ids.environment, name: "copy", cloneFrom: source.id };
    const copy = await cycle.create({ ...args, timeoutSec: 60 });
    const stored = async () => (await storedBy(platform, copy.id)).terraform_variables_source;
    const own = { tf_vars: expect.arrayContaining([{ key: "password", value: password, secret: true }]) };
    expect(await stored()).toMatchObject(own);

    const desired = { ...args, timeoutSec: 90, description: "Queues" };
    expect(await cycle.diff(copy.id, copy.outputs, desired)).toEqual({});
    const { outputs } = await cycle.update(copy.id, copy.outputs, desired);
    expect(outputs).toMatchObject({ timeoutSec: 90, description: "Queues" });
    expect(await stored()).toMatchObject(own);
    expect(JSON.stringify(outputs)).not.toMatch(/REDACTED|canary/);
  });
});
