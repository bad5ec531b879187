import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stackState } from "../../../provider/engine/stackState.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stack-export-"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(async () => {
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
const stateOf = (...urns: string[]) =>
  JSON.stringify({
    version: 3,
    deployment: { resources: urns.map((each) => ({ urn: each, type: "app-platform:index:Job", id: "1" })) },
  });
const hasA = (resources: readonly { readonly urn: string }[]) => resources.some((each) => each.urn === urn("a"));
const any = () => true;
const argumentsOf = async () => (await readFile(join(folder, "arguments"), "utf8")).trim().split("\n");

describe("reading the stack of a resource", () => {
  it("exports it by its name, without questions and without decrypting its secrets", async () => {
    await pulumiThat(`echo "$*" >> ${folder}/arguments; echo '${stateOf(urn("a"))}'`);
    expect(await reader(dev, hasA, "now")).toMatchObject([{ urn: urn("a"), kind: "Job", id: "1" }]);
    expect(await argumentsOf()).toEqual(["stack export --stack dev --non-interactive --color=never"]);
  });

  it("takes the state of no other stack, and then says what it read", async () => {
    await pulumiThat(`echo '${stateOf(urn("a", { name: "prod", project: "shop" }))}'`);
    const reading = reader(dev, any, "now");
    for (const command of ["pulumi stack export --stack dev", "pulumi stack export"])
      await expect(reading).rejects.toThrow(`\`${command}\` printed the stack prod of the project shop`);
  });

  it("reads the selected stack where the name alone leads nowhere, or to a state without the resource", async () => {
    const selected = stateOf(urn("b"), urn("a"));
    for (const named of ["exit 255", `echo '${stateOf(urn("b"))}'`]) {
      await pulumiThat(`case "$*" in *--stack*) ${named};; *) echo '${selected}';; esac`);
      expect(await reader(dev, hasA, "now")).toHaveLength(2);
    }
  });

  it("takes the organization of the stack from the environment, as Pulumi does", async () => {
    vi.stubEnv("PULUMI_STACK", "acme/shop/dev");
    await pulumiThat(`case "$*" in *acme/shop/dev*) echo '${stateOf(urn("a"))}';; *) exit 255;; esac`);
    expect(await reader(dev, hasA, "now")).toHaveLength(1);
  });

  it("is nothing for a stack without resources", async () => {
    await pulumiThat(`echo '{"version":3,"deployment":{}}'`);
    expect(await reader(dev, any, "now")).toEqual([]);
    await expect(reader(dev, hasA, "now")).rejects.toThrow("doesn't have this resource");
  });

  it("fails with what the command line reports", async () => {
    await pulumiThat("echo 'error: no stack selected' >&2; exit 255");
    await expect(reader(dev, any, "now")).rejects.toThrow(
      "`pulumi stack export --stack dev` and `pulumi stack export` failed: error: no stack selected",
    );
  });

  it("ends the command line when the plugin must end, with the reason for that", async () => {
    await pulumiThat(`echo $$ > ${folder}/pid; exec sleep 60`);
    const controller = new AbortController();
    const reading = stackState(controller.signal).readStack(dev, any, "now");
    const pid = await vi.waitFor(async () => Number(await readFile(join(folder, "pid"), "utf8")) || Promise.reject());
    controller.abort(new Error("the engine is gone"));
    await expect(reading).rejects.toThrow("the engine is gone");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });
});

describe("reading what the stack had before the run", () => {
  const statesBefore = () => reader(dev, any, "before this run");
  const checkpoint = (...urns: string[]) =>
    JSON.stringify({ version: 3, checkpoint: { stack: "dev", latest: JSON.parse(stateOf(...urns)).deployment } });

  it("asks Pulumi Cloud for the last completed updates by their numbers", async () => {
    const history = [
      { version: 8, result: "in-progress" },
      ...[7, 6].map((version) => ({ version, result: "succeeded" })),
    ];
    await pulumiThat(`case "$*" in
      *history*) echo '${JSON.stringify(history)}';;
      *"--version 7 --stack dev"*) echo '${stateOf(urn("b"))}';;
      *"--version 6 --stack dev"*) echo '${stateOf(urn("a"))}';;
      *) exit 1;;
    esac`);
    expect((await statesBefore()).map((each) => each.urn)).toEqual([urn("b"), urn("a")]);
  });

  it("reads it from the files of a backend that is a folder, compressed or not, the latest first", async () => {
    await pulumiThat(
      `case "$*" in *history*) echo '[{"version":0}]';; *) echo '{"url":"file://${folder}?metadata=skip"}';; esac`,
    );
    const history = join(folder, ".pulumi/history/shop/dev");
    await mkdir(history, { recursive: true });
    await writeFile(join(history, "dev-1999.checkpoint.json.gz"), gzipSync(checkpoint(urn("a"))));
    await writeFile(join(history, "dev-2000.checkpoint.json"), checkpoint(urn("b")));
    await writeFile(join(history, "dev-2000.history.json"), "{}");
    expect((await statesBefore()).map((each) => each.urn)).toEqual([urn("b"), urn("a")]);
  });

  it.each([
    ["relative to the folder where Pulumi runs", (path: string) => `file://./${relative(process.cwd(), path)}`],
    [
      "percent-encoded",
      (path: string) => `file://${path.replace(/[^/]$/, (last) => `%${last.charCodeAt(0).toString(16)}`)}`,
    ],
  ])("reads it from a folder whose address is %s", async (_, addressOf) => {
    const history = join(folder, ".pulumi/history/shop/dev");
    await mkdir(history, { recursive: true });
    await writeFile(join(history, "dev-1.checkpoint.json"), checkpoint(urn("a")));
    await pulumiThat(`case "$*" in *history*) echo '[]';; *) echo '{"url":"${addressOf(folder)}"}';; esac`);
    expect((await statesBefore()).map((each) => each.urn)).toEqual([urn("a")]);
  });

  it.each([
    ["another backend if it isn't noted", "[{}]", "s3://states", "Pulumi had begun to delete"],
    ["another backend if the last run failed", '[{"result":"failed"}]', "s3://states", "the last run failed"],
    ["a folder without history", "[]", "file:///none", "no checkpoint"],
  ])("fails for %s", async (_, history, url, message) => {
    await pulumiThat(`case "$*" in *history*) echo '${history}';; *) echo '{"url":"${url}"}';; esac`);
    await expect(statesBefore()).rejects.toThrow(message);
  });
});

describe("noteStart", () => {
  it("tells readStack which stack a resource without a URN is of, if the process has only one", async () => {
    await pulumiThat(`echo '${stateOf(urn("a"))}'`);
    const { noteStart, readStack } = newState();
    await expect(readStack(undefined, any, "now")).rejects.toThrow("Pulumi doesn't say which stack");
    await noteStart(urn("a"));
    expect(await readStack(undefined, any, "now")).toHaveLength(1);
    await noteStart(urn("a", { name: "prod", project: "shop" }));
    await expect(readStack(undefined, any, "now")).rejects.toThrow("Pulumi doesn't say which stack");
  });

  const history = `case "$*" in *history*) echo '[{"result":"succeeded"}]';; *whoami*) echo '{"url":"s3://states"}';;`;

  it("keeps the first state for later calls, in a backend without earlier states too", async () => {
    await pulumiThat(`${history} *) echo '${stateOf(urn("a"), urn("b"))}';; esac`);
    const { noteStart, readStack } = newState();
    await noteStart(urn("a"));
    await pulumiThat(`${history} *) echo '${stateOf(urn("b"))}';; esac`);
    await noteStart(urn("b"));
    for (const moment of ["at the start", "before this run"] as const)
      expect((await readStack(dev, any, moment)).map((each) => each.urn)).toEqual([urn("a"), urn("b")]);
    expect(await readStack(dev, any, "now")).toHaveLength(1);
  });

  it("keeps nothing while a delete is in progress, or if the state can't be read", async () => {
    const pending = [{ type: "deleting", resource: { urn: urn("a") } }];
    const deleting = { version: 3, deployment: { resources: [], pending_operations: pending } };
    for (const printed of [`echo '${JSON.stringify(deleting)}'`, "exit 255"]) {
      await pulumiThat(printed);
      const { noteStart, readStack } = newState();
      await noteStart(urn("a"));
      await expect(readStack(dev, any, "at the start")).rejects.toThrow("Pulumi had begun to delete");
    }
  });
});
