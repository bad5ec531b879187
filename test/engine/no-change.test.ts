import { output } from "@pulumi/pulumi";
import {
  Application,
  type ApplicationArgs,
  Container,
  type ContainerArgs,
  DeploymentTrigger,
  TerraformService,
  type TerraformServiceArgs,
} from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { everyField } from "./every-field.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({
  endpoints: "extended",
  options: () => ({ env: { APP_PLATFORM_ENDPOINTS: "documented" } }),
});

beforeAll(async () => {
  // Served more than the programs use, so that a test can play the platform's console.
});
interface Args {
  application: ApplicationArgs;
  container: ContainerArgs;
  terraformService: TerraformServiceArgs;
}

/** Two containers from one args object, and kinds that cannot be edited here: any difference would be refused. */
const program =
  (change: (known: Args) => Args = (known) => known) =>
  () => {
    const known = everyField(platform.ids);
    const { application, container, terraformService } = change(known);
    new Application("application", application);
    new TerraformService("terraform", terraformService);
    const web = new Container("container", container);
    const shared: ContainerArgs = {
      environmentId: platform.ids.environment,
      registryId: platform.ids.registries.GENERIC_CR,
      imageName: "acme/worker",
      tag: "1",
      healthchecks: {},
      autoDeploy: null,
      description: undefined,
    };
    const workers = [new Container("first", shared), new Container("second", shared)];
    new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: output([web, ...workers]) });
    return {};
  };

const reversed = <T>(list: unknown) => [...(list as T[])].reverse();

const sameForms: readonly [string, (known: Args) => Args][] = [
  [
    "ports, disks and groups in another order",
    (known) => ({
      ...known,
      container: {
        ...known.container,
        ports: reversed(known.container.ports),
        storage: reversed(known.container.storage),
      },
      application: { ...known.application, ports: reversed(known.application.ports) },
    }),
  ],
  [
    "names in other letters and with blanks around",
    (known) => ({
      ...known,
      container: { ...known.container, name: " Every-CONTAINER " },
      application: { ...known.application, name: "EVERY-application" },
    }),
  ],
  [
    "values as outputs",
    (known) => ({
      ...known,
      container: { ...known.container, healthchecks: output(known.container.healthchecks), cpu: Promise.resolve(750) },
    }),
  ],
];

describe("no change", () => {
  test("one args object serves two resources, null and undefined are taken, and services may be an output", async () => {
    expect((await stack.run("up", program())).changes).toEqual({ create: 7 });
    expect((await stack.run("preview")).changes).toEqual({ same: 7 });
  });

  test.each(sameForms)("%s", async (_, change) => {
    await forgetRequests(platform);
    expect((await stack.run("up", program(change))).changes).toEqual({ same: 7 });
    expect(await writes(platform)).toEqual([]);
  });

  test("a refresh reads each list once, however many resources are in it", async () => {
    await stack.run("up", program());
    await forgetRequests(platform);
    expect((await stack.run("refresh")).changes).toEqual({ same: 7 });
    const reads = await requests(platform);
    expect(reads["GET /environment/{environmentId}/application 200"]).toBe(1);
    expect(reads["GET /environment/{environmentId}/container 200"]).toBe(1);
  });
});

describe("what the documented endpoints cannot edit", () => {
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

  test("a tag that nothing deploys is shown again after a refresh, since the platform does not have it", async () => {
    await stack.run("up", loose());
    expect((await stack.run("up", loose({ tag: "1.28" }))).output).toContain("takes effect with the next deployment");
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    expect((await stack.run("refresh")).output).toMatch(/Container loose +updated.*~tag/);
    expect((await stack.run("preview")).changes).toEqual({ same: 1, update: 1 });
  });

  test("a change made outside is shown at refresh, refused at preview, and accepted by ignoreChanges", async () => {
    const { id } = await stack.resource("loose");
    const { body } = await platform.request("GET", `/container/${id}`);
    await platform.request("PUT", `/container/${id}`, { body: { ...body, cpu: 1500 } });
    expect((await stack.run("refresh")).output).toMatch(/Container loose +updated.*~cpu/);
    expect(await stack.fails("preview", loose())).toContain("- cpu: 1500 → 750");
    expect((await stack.run("up", loose({ ignoreChanges: ["cpu"] }))).changes).toEqual({ same: 2 });
    expect((await stack.run("up", loose({ cpu: 1500 }))).changes).toEqual({ same: 2 });
  });
});
