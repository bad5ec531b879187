import { Container, DeploymentTrigger } from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import type { Args } from "../kinds/testRecord.js";
import { definitionOf } from "../unit/support/fake-platform.js";
import { containerArgs, declare } from "./support/declare.js";
import {
  type Existing,
  makeExisting,
  requiredArgs,
  type Service,
  segmentOf,
  services,
  storedBy,
} from "./support/existing.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

describe("adoption by `adoptId`", () => {
  const { platform, stack } = opened({ endpoints: "extended" });

  let existing: Existing;
  const updated = services.filter((kind) => definitionOf(kind).api.update !== undefined);
  const edits = updated.map((kind) => `PUT /${segmentOf(kind)}/{${segmentOf(kind)}Id} 200`);
  /** A program that declares each kind with its required arguments, another description if it has an update, and these. */
  const declaring = (more: (kind: Service) => Args) => () => {
    const required = requiredArgs(platform.ids);
    for (const kind of services) {
      const described = updated.includes(kind) ? { description: "managed now" } : {};
      declare(kind, kind, { ...required[kind], ...described, ...more(kind) });
    }
  };
  const before: Record<string, unknown> = {};

  beforeAll(async () => {
    existing = await makeExisting(platform);
    for (const kind of services) before[kind] = await storedBy(platform, existing[kind], "description");
  });

  test("shows each adopted service and its changes at preview, which sends only reads", async () => {
    await forgetRequests(platform);
    const { output, changes } = await stack.run(
      "preview",
      declaring((kind) => ({ adoptId: existing[kind] })),
    );
    expect(changes).toEqual({ create: services.length + 1 });
    for (const kind of services) {
      expect(output).toMatch(
        new RegExp(`${kind} "${kind}" \\([a-z]+\\) adopts the existing resource with id ${existing[kind]}`),
      );
    }
    const shown = output.match(/description: "[^"]*" → "managed now"/g) ?? [];
    expect(new Set(shown).size).toBe(updated.length);
    expect(await writes(platform)).toEqual([]);
  });

  test("updates the arguments that differ at up, preserves arguments that the program omits, and deploys nothing", async () => {
    await forgetRequests(platform);
    await stack.run("up");
    expect((await writes(platform)).sort()).toEqual(edits.sort());
    for (const kind of services) {
      expect((await stack.resource(kind)).id).toBe(existing[kind]);
      expect(await storedBy(platform, existing[kind], "description")).toEqual(before[kind]);
    }
    for (const kind of updated) expect((await storedBy(platform, existing[kind])).description).toBe("managed now");
  });

  test("uses `adoptId` only once: no difference, whether it stays in the program or is removed", async () => {
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toEqual({ same: services.length + 1 });
    expect(
      (
        await stack.run(
          "up",
          declaring(() => ({})),
        )
      ).changes,
    ).toEqual({ same: services.length + 1 });
    expect(await requests(platform)).toEqual({});
  });
});

describe("DeploymentTrigger with adoptId", () => {
  const { platform, stack } = opened({ endpoints: "extended" });
  const web = () => new Container("web", containerArgs(platform));
  const trigger = (adoptId: string) => () => {
    const { environment: environmentId } = platform.ids;
    new DeploymentTrigger("release", { environmentId, services: [web()], adoptId });
  };
  const deployments = async () => Object.keys(await requests(platform)).filter((line) => /^POST .*deploy/.test(line));

  test("fails at preview with AP2006 if it isn't the ID of its environment", async () => {
    await stack.run("up", () => void web());
    const output = await stack.fails("preview", trigger(platform.ids.otherEnvironment));
    expect(output).toMatch(/AP2006[\s\S]*adoptId: it must be the ID of the environment/);
  });

  test("deploys nothing at creation if it's the ID of its environment", async () => {
    await forgetRequests(platform);
    await stack.run("up", trigger(platform.ids.environment));
    expect(await deployments()).toEqual([]);
  });
});
