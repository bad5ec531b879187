import { randomBytes } from "node:crypto";
import { secret } from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { opened } from "./opened.js";
import type { Program } from "./test-stack.js";

const { platform, stack } = opened();

const shown: string[] = [];
const canary = () => `canary-${randomBytes(9).toString("hex")}`;
const [entrypoint, command, changed, wrong] = [canary(), canary(), canary(), canary()];

/** Arguments that aren't secrets by themselves, marked so by the program: one whole, one deep inside. */
const program =
  (given: { entrypoint: unknown; description?: unknown }): Program =>
  () => {
    new Container("web", {
      environmentId: platform.ids.environment,
      registryId: platform.ids.registries.DOCKER_HUB,
      imageName: "nginx",
      tag: "1.27",
      healthchecks: { livenessProbe: { type: { exec: { command: ["check", secret(command)] } } } },
      ...(given as { entrypoint: string }),
    });
    return {};
  };

test("what a program marks secret makes no difference of its own", async () => {
  const same = program({ entrypoint: secret(entrypoint) });
  shown.push((await stack.run("up", same)).output);
  for (const step of ["preview", "refresh", "preview"] as const) {
    const { changes, output } = await stack.run(step);
    shown.push(output);
    expect(Object.keys(changes)).toEqual(["same"]);
  }
});

test("what a program marks secret is shown nowhere: not where it is refused, not where it changes, not in the state", async () => {
  shown.push(await stack.fails("preview", program({ entrypoint: secret([wrong]) })));
  expect(shown.at(-1)).toContain("entrypoint must be a string; got a secret value");
  shown.push(await stack.fails("preview", program({ entrypoint: secret(changed) })));
  expect(shown.at(-1)).toContain("entrypoint: a secret value → a secret value");
  shown.push(await stack.exported(), (await stack.run("destroy")).output);
  for (const value of [entrypoint, command, changed, wrong]) expect(shown.join("\n")).not.toContain(value);
});
