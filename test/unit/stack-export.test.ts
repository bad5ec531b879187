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

describe("reading the stack", () => {
  it("exports the selected stack without questions and without decrypting its secrets", async () => {
    await pulumiThat(`echo "$*" > ${folder}/arguments; echo '{"version":3,"deployment":{}}'`);
    expect(await readStack(forever)).toEqual([]);
    expect(await readFile(join(folder, "arguments"), "utf8")).toBe("stack export --non-interactive --color=never\n");
  });

  it("fails with what the command line reports", async () => {
    await pulumiThat("echo 'error: no stack selected' >&2; exit 255");
    await expect(readStack(forever)).rejects.toThrow("`pulumi stack export` failed: error: no stack selected");
  });

  it("ends the command line when the plugin must end, with the reason for that", async () => {
    await pulumiThat(`echo $$ > ${folder}/pid; exec sleep 60`);
    const controller = new AbortController();
    const reading = readStack(controller.signal);
    const pid = await vi.waitFor(async () => Number(await readFile(join(folder, "pid"), "utf8")) || Promise.reject());
    controller.abort(new Error("the engine is gone"));
    await expect(reading).rejects.toThrow("the engine is gone");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });
});
