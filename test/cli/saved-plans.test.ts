import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { secret } from "@pulumi/pulumi";
import { Container, DeploymentTrigger } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs } from "../engine/support/declare.js";
import type { Program } from "../engine/support/test-stack.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedCliStack } from "./support/stack.js";

const platform = openedPlatform();
const stack = openedCliStack(platform);
const shown: string[] = [];
const canary = () => `canary-${randomBytes(9).toString("hex")}`;
const [entrypoint, command] = [canary(), canary()];

/** Arguments that aren't secrets by themselves, marked so by the program: one whole, one deep inside. */
const program =
  (marked: { entrypoint: unknown; description?: unknown }): Program =>
  () => {
    const healthchecks = { livenessProbe: { type: { exec: { command: ["check", secret(command)] } } } };
    new Container("web", containerArgs(platform, { healthchecks, ...marked }));
    return {};
  };

test("saved plan is accepted by up for a clone that inherits secrets, and shows no secret", async () => {
  await stack.run("up", program({ entrypoint: secret(entrypoint) }));
  const { id } = await stack.resource("web");
  const plan = join(stack.folder, "plan.json");
  const cloned =
    (tag?: string): Program =>
    () => {
      void program({ entrypoint: secret(entrypoint) })();
      const environmentId = platform.ids.environment;
      const copy = new Container("copy", { environmentId, cloneFrom: id, ...(tag === undefined ? {} : { tag }) });
      new DeploymentTrigger("release", { environmentId, services: [copy] });
      return {};
    };
  await stack.run("preview", cloned(), { plan });
  shown.push((await stack.run("up", cloned(), { plan })).output, await readFile(plan, "utf8"));
  // What only the provider reads is not for people.
  const { output, changes } = await stack.run("preview", cloned("1.28"), { diff: true });
  expect(changes).toEqual({ same: 2, update: 2 });
  expect(output).toContain("1.28");
  shown.push(output);
  for (const value of [entrypoint, command]) expect(shown.join("\n")).not.toContain(value);
  expect(output).not.toMatch(/revision|__(declared|secrets|managed)|\b[0-9a-f]{16}\b/i);
});
