import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { writeEmptyStack } from "./empty-stack.js";

interface Ran {
  readonly code: number;
  readonly output: string;
}

describe("a stack in a folder, after Pulumi was killed while it wrote the metadata file beside the state", () => {
  let folder: string;
  let section: string;
  let env: NodeJS.ProcessEnv;
  let stacks: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "metadata-"));
    const page = await readFile(join(CHECKOUT, "docs/how-to/troubleshooting.md"), "utf8");
    section = page.split(/^## /m).find((each) => each.startsWith("Pulumi cannot read the state")) ?? "";
    env = { ...process.env, ...(await pulumiEnvironment({ state: folder })), PULUMI_STACK: "dev" };
    stacks = join(folder, ".pulumi/stacks/shop");
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    await writeEmptyStack({ folder, state: folder, project: "shop", stack: "dev" });
    expect((await pulumi(["stack", "export", "--file", "exported.json"])).code).toBe(0);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(command, args, { cwd: folder, env: { ...env, ...more } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  const pulumi = (args: readonly string[], more?: NodeJS.ProcessEnv) => run("pulumi", args, more);
  const withMetadata = () => ({ PULUMI_BACKEND_URL: pathToFileURL(folder).href });
  const save = (more: NodeJS.ProcessEnv) => pulumi(["stack", "import", "--file", "exported.json"], more);
  const metadataFiles = async () => (await readdir(stacks)).filter((file) => file.endsWith(".attrs"));

  test("has no metadata file where the address of the state says so, as troubleshooting recommends", async () => {
    const [, option] = /PULUMI_BACKEND_URL='file:\/\/~(\?.+)'/.exec(section) ?? [];
    expect((await save({ PULUMI_BACKEND_URL: `${pathToFileURL(folder).href}${option}` })).code).toBe(0);
    expect(await metadataFiles()).toEqual([]);
  });

  test("is read again, whole, after the command in troubleshooting", async () => {
    expect((await save(withMetadata())).code).toBe(0);
    const before = await pulumi(["stack", "export"], withMetadata());
    expect(await metadataFiles()).toContain("dev.json.attrs");
    await truncate(join(stacks, "dev.json.attrs"));

    const refused = await pulumi(["preview", "--non-interactive"], withMetadata());
    expect(refused.code).not.toBe(0);
    const [, message = "?"] = /```text\n(error: .+)\n```/.exec(section) ?? [];
    expect(refused.output).toContain(message);

    const [, cure = "false"] = /^(find .+)$/m.exec(section) ?? [];
    expect((await run("sh", ["-ec", cure.replaceAll("~", folder)])).code).toBe(0);
    expect(await pulumi(["stack", "export"], withMetadata())).toEqual(before);
    expect(before.code).toBe(0);
  });
});
