import { secret } from "@pulumi/pulumi";
import { Container, type ContainerArgs } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

describe("argument in an update (extended endpoints)", () => {
  const { platform, stack } = opened({ endpoints: "extended" });

  const container =
    (more: Partial<ContainerArgs>, options = {}) =>
    () => ({ id: new Container("web", containerArgs(platform, more), options).id });
  const onPlatform = async () => {
    const { id } = await stack.resource("web");
    return (await platform.request("GET", `/container/${id}`)).body;
  };

  test("returns to its default or is cleared if removed, and the preview says so, and that a disk's data is lost", async () => {
    const args = {
      cpu: 2000,
      arguments: ["nginx", "-g"],
      ports: [{ internalPort: 80, publiclyAccessible: true, externalPort: 8443 }],
      storage: [{ type: "FAST_SSD" as const, size: 10, mountPoint: "/data" }],
    };
    await stack.run("up", container(args));
    expect(await onPlatform()).toMatchObject({ cpu: 2000, arguments: ["nginx", "-g"] });
    await stack.run("refresh");
    const preview = await stack.run("preview", container({}));
    expect(preview.output).toContain('Container "web": ports: removed; arguments: removed; cpu: 2000 → 500 (default)');
    expect(preview.output).toContain('Container "web": storage: removed, with its data');
    expect(preview.changes).toMatchObject({ update: 1 });
    await stack.run("up");
    expect(await onPlatform()).toMatchObject({ cpu: 500, arguments: [], ports: [], storage: [] });
    const { outputs } = await stack.resource("web");
    expect(outputs).toMatchObject({ cpu: 500, arguments: [] });
    expect(outputs.__previous).toBeUndefined();
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
  });

  test("keeps the platform's value if it's a `tag` in ignoreChanges", async () => {
    const ignoring = { ignoreChanges: ["tag"] };
    await stack.run("up", container({ cpu: 700 }, ignoring));
    const { id } = await stack.resource("web");
    const { body } = await platform.request("GET", `/container/${id}`);
    const registry = { registry_id: platform.ids.registries.DOCKER_HUB };
    await platform.request("PUT", `/container/${id}`, { body: { ...body, ...registry, tag: "1.28" } });
    await stack.run("up", container({ cpu: 800 }, ignoring));
    expect(await onPlatform()).toMatchObject({ cpu: 800, tag: "1.28" });
    await stack.run("up", container({ cpu: 900 }, ignoring));
    expect(await onPlatform()).toMatchObject({ cpu: 900, tag: "1.28" });
    // What a refresh finds is corrected by the next update, unless it is ignored.
    await stack.run("up", container({ cpu: 900 }, ignoring), { refresh: true });
    expect(await onPlatform()).toMatchObject({ tag: "1.28" });
    await stack.run("up", container({ cpu: 900 }));
    expect(await onPlatform()).toMatchObject({ tag: "1.27" });
  });

  test("is encrypted in the state if it's marked as secret, and the diff shows no `__secrets`", async () => {
    await stack.run("up", container({ cpu: 900, description: "plain text" }));
    const marked = container({ cpu: 950, description: secret("plain text") as unknown as string });
    const { output } = await stack.run("up", marked);
    expect(output).toContain("cpu");
    expect(output).not.toContain("__secrets");
    expect(await stack.exported()).not.toContain("plain text");
  });
});
