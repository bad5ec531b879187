import { spawn } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { newHolders, type StackResource } from "../../provider/claims/holders.js";
import { resourcesIn } from "../../provider/plugin/exportedResources.js";
import { processInfo } from "../../provider/plugin/processInfo.js";
import { stackOption } from "../../provider/plugin/pulumiProcess.js";
import { withStandIns } from "../stand-ins.js";

describe("the stack that a command line names", () => {
  it.each([
    [["pulumi", "up", "--stack", "acme/shop/dev"], "acme/shop/dev"],
    [["pulumi", "up", "--stack=dev", "--yes"], "dev"],
    [["pulumi", "-s", "dev", "destroy"], "dev"],
    [["pulumi", "up", "-sdev"], "dev"],
    [["pulumi", "up", "-ys", "dev"], "dev"],
    [["pulumi", "up", "--skip-preview", "--show-sames"], undefined],
  ])("of %j is %j", (args, stack) => {
    expect(stackOption(args)).toBe(stack);
  });
});

describe("the resources in an exported state", () => {
  const exported = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });
  const container = {
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::web",
    type: "pulumi-nodejs:dynamic/app-platform:Container",
    id: "1",
    outputs: { name: "web" },
  };

  it("are those of this provider, those that are still to be deleted too", () => {
    const bucket = { urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket", id: "b" };
    const text = exported({ urn: "stack", type: "pulumi:pulumi:Stack" }, bucket, { ...container, delete: true });
    expect(resourcesIn(text)).toEqual([{ urn: container.urn, kind: "Container", id: "1", values: { name: "web" } }]);
  });

  it("are those of the native provider too: what moves from one to the other is held by both for a while", () => {
    const native = { ...container, urn: "urn:pulumi:dev::shop::app-platform:index:Container::web" };
    const text = exported(container, { ...native, type: "app-platform:index:Container" });
    expect(resourcesIn(text).map(({ kind, id }) => [kind, id])).toEqual([
      ["Container", "1"],
      ["Container", "1"],
    ]);
  });

  it("are not those that a program only reads, nor those that are deleted already", () => {
    expect(resourcesIn(exported({ ...container, external: true }, { ...container, pendingReplacement: true }))).toEqual(
      [],
    );
  });

  it("are none in a stack without resources, and an error where there is no state", () => {
    expect(resourcesIn(JSON.stringify({ version: 3, deployment: {} }))).toEqual([]);
    expect(() => resourcesIn("Please log in")).toThrow("`pulumi stack export` printed no deployment");
  });
});

describe("a running process", () => {
  it.each(["linux", "darwin"] as const)(
    "is told by %s with its parent, program, arguments and folder",
    async (system) => {
      // Not node: Linux's `ps` names a process after its main thread, which newer versions of Node.js rename.
      vi.stubEnv("PATH", withStandIns(process.env.PATH));
      const child = spawn("/bin/sh", ["-c", "read line", "--", "--stack", "dev"], { cwd: "/usr" });
      try {
        const info = processInfo(child.pid as number, system);
        expect(info).toMatchObject({ parent: process.pid, folder: "/usr" });
        expect(info?.executable).toMatch(/sh$/);
        expect(stackOption(info?.args ?? [])).toBe("dev");
      } finally {
        child.kill();
        vi.unstubAllEnvs();
      }
    },
  );

  it("is nothing where it has ended, or where the system does not tell", () => {
    expect(processInfo(2 ** 30)).toBeUndefined();
    expect(processInfo(process.pid, "win32")).toBeUndefined();
  });
});

describe("the holders of a resource", () => {
  const resource = (name: string, id: string): StackResource => ({
    urn: `urn::p::t::${name}`,
    kind: "Job",
    id,
    values: {},
  });
  const isOne = ({ id }: StackResource) => id === "1";

  it("are released one by one, and the last one stays", async () => {
    const holders = newHolders(async () => [resource("a", "1"), resource("b", "1"), resource("c", "2")]);
    const counts = await Promise.all([1, 2, 3].map(async () => (await holders.release(isOne)).length));
    expect(counts).toEqual([2, 1, 1]);
  });

  it("are not known where the state does not have the resource, or cannot be read", async () => {
    const empty = newHolders(async () => [resource("c", "2")]);
    await expect(empty.release(isOne)).rejects.toThrow("does not have this resource");
    const unreadable = newHolders(async () => {
      throw new Error("no stack selected");
    });
    await expect(unreadable.release(isOne)).rejects.toThrow("no stack selected");
  });
});
