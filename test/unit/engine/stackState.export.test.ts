import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRunning } from "../../../provider/engine/process.js";
import { stackState } from "../../../provider/engine/stackState.js";

/** The command of the engine that has started this process, empty if the system doesn't show it; nothing outside of a plugin. */
const engine = vi.hoisted((): { command: string | undefined } => ({ command: undefined }));
vi.mock("../../../provider/engine/process.js", async (original) => ({
  ...(await original<object>()),
  engineAddress: () => (engine.command === undefined ? undefined : "127.0.0.1:1"),
  startingProgram: () =>
    engine.command ? { parent: 1, executable: "/none", args: ["pulumi", engine.command] } : undefined,
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stack-export-"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(async () => {
  engine.command = undefined;
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A command line in place of Pulumi's, for a plugin whose parent is not visible. */
async function pulumiThat(script: string): Promise<void> {
  const path = join(folder, "pulumi");
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

const newState = () => stackState(new AbortController().signal);
const reader = newState().readStack;
const dev = { name: "dev", project: "shop" };
const urn = (name: string, { name: stack, project } = dev) =>
  `urn:pulumi:${stack}::${project}::app-platform:index:Job::${name}`;
const jobAt = (its: string) => ({ urn: its, type: "app-platform:index:Job", id: "1" });
const exported = (deployment: object) => JSON.stringify({ version: 3, deployment });
const stateOf = (...urns: string[]) => exported({ resources: urns.map(jobAt) });
const hasA = (resources: readonly { readonly urn: string }[]) => resources.some((each) => each.urn === urn("a"));
const any = () => true;
const argumentsOf = async () => (await readFile(join(folder, "arguments"), "utf8")).trim().split("\n");

const pulumiWith = (runs: readonly object[], state: string) =>
  pulumiThat(`case "$*" in *history*) echo '${JSON.stringify(runs)}';; *) echo '${state}';; esac`);

describe("readStack › state now", () => {
  it("runs `pulumi stack export` with the stack's name, which needs no passphrase (no decrypted secrets) and no terminal", async () => {
    await pulumiThat(`echo "$*" >> ${folder}/arguments; echo '${stateOf(urn("a"))}'`);
    expect(await reader(dev, hasA, "now")).toMatchObject([{ urn: urn("a"), kind: "Job", id: "1" }]);
    expect(await argumentsOf()).toEqual(["stack export --stack dev --non-interactive --color=never"]);
  });

  it("fails with the printed stack's name if both commands print another stack", async () => {
    await pulumiThat(`echo '${stateOf(urn("a", { name: "prod", project: "shop" }))}'`);
    const reading = reader(dev, any, "now");
    for (const command of ["pulumi stack export --stack dev", "pulumi stack export"])
      await expect(reading).rejects.toThrow(`\`${command}\` printed the stack prod of the project shop`);
  });

  it("reads the selected stack if the export by name fails or lacks the resource", async () => {
    const selected = stateOf(urn("b"), urn("a"));
    for (const named of ["exit 255", `echo '${stateOf(urn("b"))}'`]) {
      await pulumiThat(`case "$*" in *--stack*) ${named};; *) echo '${selected}';; esac`);
      expect(await reader(dev, hasA, "now")).toHaveLength(2);
    }
  });

  it("exports the stack of the organization in PULUMI_STACK", async () => {
    vi.stubEnv("PULUMI_STACK", "acme/shop/dev");
    await pulumiThat(`case "$*" in *acme/shop/dev*) echo '${stateOf(urn("a"))}';; *) exit 255;; esac`);
    expect(await reader(dev, hasA, "now")).toHaveLength(1);
  });

  it("returns nothing for a stack without resources", async () => {
    await pulumiThat(`echo '{"version":3,"deployment":{}}'`);
    expect(await reader(dev, any, "now")).toEqual([]);
    await expect(reader(dev, hasA, "now")).rejects.toThrow("doesn't have this resource");
  });

  it("fails with the output of the Pulumi CLI if both exports fail", async () => {
    await pulumiThat("echo 'error: no stack selected' >&2; exit 255");
    await expect(reader(dev, any, "now")).rejects.toThrow(
      "`pulumi stack export --stack dev` and `pulumi stack export` failed: error: no stack selected",
    );
  });

  it("ends the Pulumi CLI at a shutdown, and fails with its reason", async () => {
    await pulumiThat(`echo $$ > ${folder}/pid; exec sleep 60`);
    const controller = new AbortController();
    const reading = stackState(controller.signal).readStack(dev, any, "now");
    const written = () => readFile(join(folder, "pid"), "utf8").catch(() => "");
    await expect.poll(written).not.toBe("");
    const pid = Number(await written());
    controller.abort(new Error("the engine is gone"));
    await expect(reading).rejects.toThrow("the engine is gone");
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe("noteStart", () => {
  it("lets readStack find the stack of a resource without a URN if the process has one stack", async () => {
    await pulumiThat(`echo '${stateOf(urn("a"))}'`);
    const { noteStart, readStack } = newState();
    await expect(readStack(undefined, any, "now")).rejects.toThrow("Pulumi doesn't say which stack");
    await noteStart(urn("a"));
    expect(await readStack(undefined, any, "now")).toHaveLength(1);
    await noteStart(urn("a", { name: "prod", project: "shop" }));
    await expect(readStack(undefined, any, "now")).rejects.toThrow("Pulumi doesn't say which stack");
  });

  it("stores the state of its first call", async () => {
    const history = ["in-progress", "succeeded", "failed"].map((result) => ({ result }));
    await pulumiWith(history, stateOf(urn("a"), urn("b")));
    const { noteStart, readStack } = newState();
    await noteStart(urn("a"));
    await pulumiWith(history, stateOf(urn("b")));
    await noteStart(urn("b"));
    for (const moment of ["at the start", "after a success"] as const)
      expect((await readStack(dev, any, moment)).map((each) => each.urn)).toEqual([urn("a"), urn("b")]);
    expect(await readStack(dev, any, "now")).toHaveLength(1);
  });

  it("stores nothing while a delete is pending, or if the state can't be read", async () => {
    const pending = [{ type: "deleting", resource: { urn: urn("a") } }];
    const deleting = exported({ resources: [], pending_operations: pending });
    for (const printed of [`echo '${deleting}'`, "exit 255"]) {
      await pulumiThat(printed);
      const { noteStart, readStack } = newState();
      await noteStart(urn("a"));
      await expect(readStack(dev, any, "at the start")).rejects.toThrow("Pulumi had begun to delete");
    }
  });
});

describe("readStack › state after the last success (a run that failed since may have retained something, AP2014)", () => {
  const ended = (result: string, kind: string, resourceChanges?: object) => ({ kind, result, resourceChanges });
  const failed = (changes?: object, kind = "update") => ended("failed", kind, changes);
  const [running, succeeded] = [{ result: "in-progress" }, ended("succeeded", "update", { same: 1 })];
  const readAfter = async (runs: readonly object[], resource: object = {}) => {
    await pulumiWith(runs, exported({ resources: [{ ...jobAt(urn("a")), ...resource }] }));
    const { noteStart, readStack } = newState();
    await noteStart(urn("a"));
    return readStack(dev, any, "after a success");
  };

  it.each<[string, readonly object[], object?]>([
    ["the last completed run deleted something and failed", [running, failed({ delete: 1 }), succeeded]],
    ["an earlier failed run replaced something", [failed({ same: 1 }), failed({ replace: 1 }), succeeded]],
    ["the last run was killed and has no counts", [failed(), succeeded]],
    ["a replacement of the failed run hasn't ended", [failed({ same: 1 }), succeeded], { pendingReplacement: true }],
    ["ten runs failed", Array.from({ length: 10 }, () => failed({ same: 1 }))],
  ])("fails if %s", async (_condition, runs, resource) => {
    await expect(readAfter(runs, resource)).rejects.toThrow("the last run failed, and may have retained it");
  });

  it("returns the state at the start if failed runs since have deleted and replaced nothing", async () => {
    const runs = [failed({ create: 2, update: 1 }), failed({ delete: 1 }, "refresh"), succeeded];
    expect(await readAfter(runs)).toHaveLength(1);
    expect(await readAfter([failed({ create: 1 })])).toHaveLength(1);
  });

  it("reads the history of the selected stack if its state is from that stack", async () => {
    await pulumiThat(
      `case "$*" in *"history --json"*"--stack"*) exit 1;; *history*) echo '[]';; *--stack*) exit 1;; *) echo '${stateOf(urn("a"))}';; esac`,
    );
    const { noteStart, readStack } = newState();
    await noteStart(urn("a"));
    expect(await readStack(dev, any, "after a success")).toHaveLength(1);
  });
});

describe("readStack › state after the last success without noteStart before a delete", () => {
  const [end, justBefore, after] = ["2026-05-01T10:01:00.000Z", "2026-05-01T10:01:00.9Z", "2026-05-01T10:01:01.1Z"];
  const run = (kind: string, resourceChanges: object, result = "succeeded") => ({
    ...{ kind, result, resourceChanges, endTime: end },
  });
  const created = run("update", { create: 2, same: 1, update: 1, replace: 1, delete: 3, read: 2 });
  const refreshed = (gone: number) => run("refresh", { same: 1, delete: gone });
  const provider = (name: string) => ({ urn: urn(name), type: "pulumi:providers:app-platform", id: "1" });
  const stack = (count: number, lastCreated: string) => {
    const jobs = Array.from({ length: count - 2 }, (_, index) => jobAt(urn(`a${index}`)));
    const bucket = { urn: urn("b"), type: "aws:s3/bucket:Bucket", id: "b" };
    const uncounted = [
      { ...jobs[0], external: true },
      { ...bucket, delete: true },
      { ...bucket, initErrors: ["no"] },
    ];
    const others = [provider("default_0_1_0"), provider("team"), ...uncounted];
    Object.assign(jobs[0] ?? {}, { created: lastCreated });
    const root = { urn: urn("shop"), type: "pulumi:pulumi:Stack" };
    const pending_operations = [{ type: "deleting", resource: jobs[0] }];
    return exported({ resources: [root, ...jobs, ...others], pending_operations });
  };
  const readCreated = async (created: string, count: number, runs: readonly object[], command = "destroy") => {
    engine.command = command;
    await pulumiWith(runs, stack(count, created));
    return newState().readStack(dev, any, "after a success");
  };
  const readLate = (count: number, ...runs: object[]) => readCreated(justBefore, count, runs);

  it("returns the state if `pulumi stack history` counts as many resources", async () => {
    expect(await readLate(5, created)).toHaveLength(3);
    expect(await readLate(5, { result: "in-progress" }, refreshed(0), created)).toHaveLength(3);
    expect(await readLate(4, refreshed(1), refreshed(0), created)).toHaveLength(2);
    expect(await readLate(6, run("update", { create: 1, same: 5 }, "failed"), created)).toHaveLength(4);
    expect(await readLate(5, run("update", { create: 5 }, "failed"))).toHaveLength(3);
  });

  it.each<[string, number, ...object[]]>([
    ["if the state has fewer resources than the history", 4, created],
    ["if a refresh has seen fewer, which may be those of `--target`", 4, run("refresh", { same: 4 }), created],
    ["after an import", 5, run("resource-import", { import: 5 }), created],
    ["without a history", 5],
    ["if the history lacks the last update", 5, refreshed(0)],
    ["after a failed destroy and a refresh", 4, refreshed(0), run("destroy", { delete: 1 }, "failed"), created],
  ])("fails %s", async (_condition, count, ...runs) => {
    await expect(readLate(count, ...runs)).rejects.toThrow("Pulumi had begun to delete");
  });

  it("fails in `pulumi up`, but not in `pulumi down`", async () => {
    await expect(readCreated(justBefore, 5, [created], "up")).rejects.toThrow("Pulumi had begun to delete");
    expect(await readCreated(justBefore, 5, [created], "down")).toHaveLength(3);
  });

  it("fails if Pulumi's command isn't visible, as on Windows", async () => {
    await expect(readCreated(justBefore, 5, [created], "")).rejects.toThrow("Pulumi had begun to delete");
  });

  it("fails if the last run has no end or a resource is newer", async () => {
    await expect(readCreated(after, 5, [created])).rejects.toThrow("Pulumi had begun to delete");
    await expect(readLate(5, { ...created, endTime: undefined })).rejects.toThrow("Pulumi had begun to delete");
  });
});

describe("readStack › state at the start of the run, without noteStart", () => {
  it("exports the stack only once", async () => {
    const { readStack } = newState();
    const [a, b] = [urn("a"), urn("b")];
    await pulumiThat(`echo '${stateOf(a, b)}'`);
    expect(await readStack(dev, any, "at the start")).toHaveLength(2);
    await pulumiThat(`echo '${stateOf(a)}'`);
    expect(await readStack(dev, any, "at the start")).toHaveLength(2);
    expect(await readStack(dev, any, "now")).toHaveLength(1);
  });
});
