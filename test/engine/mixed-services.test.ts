import { Application, Container, DeploymentTrigger, Job, TerraformService } from "pulumi-app-platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform/platform.js";
import { requiredArgs } from "./existing.js";
import { forgetRequests, writes } from "./journal.js";
import { openStack } from "./stack.js";
import type { Program, TestStack } from "./test-stack.js";

let platform: Platform;
let stack: TestStack;

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

const made = () => {
  const args = requiredArgs(platform.ids);
  return {
    app: new Application("app", args.Application as never),
    web: new Container("web", args.Container as never),
    migrate: new Job("migrate", args.Job as never),
    infra: new TerraformService("infra", args.TerraformService as never),
  };
};

test("a version that its kind does not have is refused at preview, naming the service and its arguments", async () => {
  const { environment: environmentId } = platform.ids;
  const program: Program = () => {
    const { app, web, migrate, infra } = made();
    const services = [
      ...[app, migrate].map((service) => ({ service, imageTag: "1.0" })),
      ...[web, infra].map((service) => ({ service, gitCommitId: "4f2a91c" })),
    ];
    new DeploymentTrigger("release", { environmentId, services });
    return {};
  };
  await forgetRequests(platform);
  const output = await stack.fails("preview", program);
  expect(output).toContain(
    "services[0].imageTag is not an argument; the arguments for a Application are service, gitCommitId",
  );
  expect(output).toContain("services[2].gitCommitId is not an argument; the arguments for a Container are");
  expect(output).not.toContain("services[1]");
  expect(output).not.toContain("services[3]");
  expect(await writes(platform)).toEqual([]);
});

test("one commit deploys services of several kinds, and a version that is undefined keeps the service's own", async () => {
  const { environment: environmentId } = platform.ids;
  const { outputs } = await stack.run("up", () => {
    const { app, web, migrate, infra } = made();
    const versioned = [app, migrate, infra].map((service) => ({ service, gitCommitId: "4f2a91c" }));
    const services = [...versioned, { service: web, imageTag: undefined }];
    const { services: selected } = new DeploymentTrigger("release", { environmentId, services });
    return { selected, tag: web.tag };
  });
  const kinds = outputs.selected as { readonly kind: string; readonly imageTag?: string }[];
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(["Application", "Container", "Job", "TerraformService"]);
  expect(kinds.find(({ kind }) => kind === "Container")?.imageTag).toBe(outputs.tag);
});
