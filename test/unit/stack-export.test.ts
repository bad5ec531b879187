import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readStack } from "../../provider/plugin/stackState.js";

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

const forever = new AbortController().signal;
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
    expect(await readStack(dev, hasA, forever)).toMatchObject([{ urn: urn("a"), kind: "Job", id: "1" }]);
    expect(await argumentsOf()).toEqual(["stack export --non-interactive --color=never --stack dev"]);
  });

  it("takes the state of no other stack, and then says what it read", async () => {
    const other = stateOf(urn("a", { name: "prod", project: "shop" }));
    await pulumiThat(`echo '${other}'`);
    const reading = readStack(dev, any, forever);
    await expect(reading).rejects.toThrow(
      "`pulumi stack export --stack dev` printed the stack prod of the project shop",
    );
    await expect(reading).rejects.toThrow("`pulumi stack export` printed the stack prod of the project shop");
  });

  it("goes on to the selected stack where the name alone leads nowhere, or to a state without the resource", async () => {
    const selected = stateOf(urn("b"), urn("a"));
    for (const named of ["exit 255", `echo '${stateOf(urn("b"))}'`]) {
      await pulumiThat(`case "$*" in *--stack*) ${named};; *) echo '${selected}';; esac`);
      expect(await readStack(dev, hasA, forever)).toHaveLength(2);
    }
  });

  it("takes the organization of the stack from the environment, as Pulumi does", async () => {
    vi.stubEnv("PULUMI_STACK", "acme/shop/dev");
    await pulumiThat(`case "$*" in *acme/shop/dev*) echo '${stateOf(urn("a"))}';; *) exit 255;; esac`);
    expect(await readStack(dev, hasA, forever)).toHaveLength(1);
  });

  it("is nothing for a stack without resources", async () => {
    await pulumiThat(`echo '{"version":3,"deployment":{}}'`);
    expect(await readStack(dev, any, forever)).toEqual([]);
    await expect(readStack(dev, hasA, forever)).rejects.toThrow("does not have this resource");
  });

  it("fails with what the command line reports", async () => {
    await pulumiThat("echo 'error: no stack selected' >&2; exit 255");
    await expect(readStack(dev, any, forever)).rejects.toThrow(
      "`pulumi stack export --stack dev` failed: error: no stack selected",
    );
  });

  it("ends the command line when the plugin must end, with the reason for that", async () => {
    await pulumiThat(`echo $$ > ${folder}/pid; exec sleep 60`);
    const controller = new AbortController();
    const reading = readStack(dev, any, controller.signal);
    const pid = await vi.waitFor(async () => Number(await readFile(join(folder, "pid"), "utf8")) || Promise.reject());
    controller.abort(new Error("the engine is gone"));
    await expect(reading).rejects.toThrow("the engine is gone");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });
});
