import { output } from "@pulumi/pulumi";
import { Application, Container, type ContainerArgs, DeploymentTrigger, TerraformService } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { everyField } from "./support/every-field.js";
import { opened } from "./support/opened.js";

// Served more than the programs use, so that a test can play the platform's console.
const { platform, stack } = opened({
  endpoints: "extended",
  options: () => ({ env: { APP_PLATFORM_ENDPOINTS: "documented" } }),
});

/** Two containers from one args object, and kinds that cannot be edited here: any difference would be refused. */
const program = () => {
  const { environment: environmentId, registries } = platform.ids;
  const { application, container, terraformService } = everyField(platform.ids);
  new Application("application", application);
  new TerraformService("terraform", terraformService);
  const web = new Container("container", {
    ...container,
    healthchecks: output(container.healthchecks),
    cpu: Promise.resolve(750),
  });
  const shared: ContainerArgs = {
    environmentId,
    registryId: registries.GENERIC_CR,
    imageName: "acme/worker",
    tag: "1",
    healthchecks: {},
    autoDeploy: null,
    description: undefined,
  };
  const workers = [new Container("first", shared), new Container("second", shared)];
  new DeploymentTrigger("release", { environmentId, services: output([web, ...workers]) });
};

test("preview shows no change for two resources that share one args object with null and undefined", async () => {
  expect((await stack.run("up", program)).changes).toEqual({ create: 7 });
  expect((await stack.run("preview")).changes).toEqual({ same: 7 });
});

describe("documented endpoints", () => {
  const loose =
    (wish: { tag?: string; cpu?: number; ignoreChanges?: string[] } = {}) =>
    () => {
      const { ignoreChanges = [], ...args } = wish;
      const web = new Container(
        "loose",
        { ...everyField(platform.ids).container, name: "loose", ...args },
        { ignoreChanges },
      );
      return { id: web.id };
    };

  test("accept a `tag` that takes effect with the next deployment, and a refresh before that shows it as a difference", async () => {
    await stack.run("up", loose());
    expect((await stack.run("up", loose({ tag: "1.28" }))).output).toContain("takes effect with the next deployment");
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    expect((await stack.run("refresh")).output).toMatch(/Container loose +updated.*~tag/);
    expect((await stack.run("preview")).changes).toEqual({ same: 1, update: 1 });
  });
});
