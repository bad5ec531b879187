import { Container, type ContainerArgs, DeploymentTrigger, Job, type JobArgs } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { writtenEarlier } from "./earlier-state.js";
import { forgetRequests, writes } from "./journal.js";
import { openStack, type TestStack } from "./stack.js";

/** By Pulumi name. All items of an array are described together, and nothing but names is there. */
const descriptions: Readonly<Record<string, string>> = {
  web: "environmentId,name,registryId,imageName,tag,healthchecks(readinessProbe(type(http(port)),initialDelaySeconds)),ports(internalPort,name,publiclyAccessible,protocol),arguments,cpu,memory",
  job: "environmentId,name,healthchecks,source(image(registryId,imageName,tag)),schedule(onStart(entrypoint),onStop(entrypoint))",
  release: "environmentId,services",
};

describe("a stack whose state an earlier version wrote", () => {
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

  const onPlatform = async (kind: "container" | "job", name: string) => {
    const { id } = await stack.resource(name);
    const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`);
    const results = body.results as { readonly id: string; readonly schedule?: { readonly on_stop?: unknown } }[];
    return results.find((each) => each.id === id);
  };
  const ports = [
    { internalPort: 80, publiclyAccessible: false, name: "web", protocol: "GRPC" as const },
    { internalPort: 81, publiclyAccessible: false },
  ];
  const plainPorts = ports.map(({ internalPort, publiclyAccessible }) => ({ internalPort, publiclyAccessible }));
  const probe = { type: { http: { port: 80 } } };
  const schedule = { onStart: { entrypoint: "/start" }, onStop: { entrypoint: "/stop" } };
  const whole = {
    container: {
      cpu: 2000,
      memory: 1024,
      arguments: ["nginx", "-g"],
      ports,
      healthchecks: { readinessProbe: { ...probe, initialDelaySeconds: 45 } },
    },
    schedule,
  };
  const fewer = {
    container: { memory: 1024, ports: plainPorts, healthchecks: { readinessProbe: probe } },
    schedule: { onStart: schedule.onStart },
  };
  interface Given {
    readonly container: Pick<ContainerArgs, "healthchecks"> & Partial<ContainerArgs>;
    readonly schedule: JobArgs["schedule"];
  }
  const program = (given: Given) => () => {
    const { environment: environmentId, registries } = platform.ids;
    const image = { registryId: registries.DOCKER_HUB, imageName: "acme/report", tag: "1" };
    const web = new Container("web", { environmentId, ...image, ...given.container });
    const job = new Job("job", { environmentId, healthchecks: {}, source: { image }, schedule: given.schedule });
    return { id: new DeploymentTrigger("release", { environmentId, services: [web, job] }).id };
  };

  test("is the one that this version writes, with less in it", async () => {
    await stack.run("up", program(whole));
    await stack.rewrite((resource) => {
      const described = descriptions[resource.urn.split("::").at(-1) ?? ""];
      return described === undefined ? resource : writtenEarlier(resource, described);
    });
    const exported = await stack.exported();
    expect(exported).toContain(`"__managed": "${descriptions.web}"`);
    expect(exported).not.toMatch(/__resourceName|__rollout|"revision"/);
  });

  test("deploys and changes nothing by the upgrade alone", async () => {
    await forgetRequests(platform);
    expect((await stack.run("up")).changes).toEqual({ same: 4 });
    expect(await writes(platform)).toEqual([]);
  });

  test("previews the removal of dropped arguments, at every depth", async () => {
    const { output, changes } = await stack.run("preview", program(fewer));
    expect(output).toContain("cpu: 2000 → 500 (default)");
    expect(output).toContain("arguments: removed");
    expect(output).toContain('ports[0].protocol: "GRPC" → "HTTP" (default)');
    expect(output).toContain("healthchecks.readinessProbe.initialDelaySeconds: 45 → 30 (default)");
    expect(output).toContain('Job "job": schedule.onStop: removed');
    expect(changes).toMatchObject({ update: 3 });
  });

  test("removes them, deploys once, and shows no difference afterwards", async () => {
    await forgetRequests(platform);
    await stack.run("up");
    const sent = await writes(platform);
    expect(sent.filter((line) => line.includes("/service/deploy"))).toHaveLength(1);
    expect(sent).toHaveLength(3);
    expect(await onPlatform("container", "web")).toMatchObject({
      cpu: 500,
      memory: 1024,
      arguments: [],
      ports: [{ internal_port: 80, protocol: "HTTP" }, { internal_port: 81 }],
      healthchecks: { readiness_probe: { initial_delay_seconds: 30 } },
    });
    expect((await onPlatform("job", "job"))?.schedule?.on_stop ?? null).toBeNull();
    expect((await stack.run("preview")).changes).toEqual({ same: 4 });
    expect((await stack.resource("web")).outputs.__managed).not.toContain("cpu");
  });
});
