import { readdir, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";
import { withFakePrograms } from "../support/fake-programs.js";
import { writeEmptyStack } from "./support/empty-stack.js";
import { type CopiedFolder, openExample } from "./support/project-folder.js";

const project = "web-shop";

describe("state of a stack in a folder", () => {
  let example: CopiedFolder;
  let section: string;

  beforeAll(async () => {
    const page = await readFile(join(CHECKOUT, "docs/how-to/troubleshooting.md"), "utf8");
    section = page.split(/^## /m).find((each) => each.startsWith("Pulumi can't read the state")) ?? "";
    example = await openExample(project, { PULUMI_STACK: "dev" });
    await writeEmptyStack({ ...example, project, stack: "dev" });
    expect((await pulumi(["stack", "export", "--file", "exported.json"])).code).toBe(0);
  });
  afterAll(() => example.close());

  const pulumi = (args: readonly string[], env: Record<string, string> = {}) => example.run("pulumi", args, env);
  const save = (env: Record<string, string>) => pulumi(["stack", "import", "--file", "exported.json"], env);
  const withMetadata = () => ({ PULUMI_BACKEND_URL: pathToFileURL(example.state).href });
  const stacks = () => join(example.state, ".pulumi/stacks", project);
  const metadataFiles = async () => (await readdir(stacks())).filter((file) => file.endsWith(".attrs"));

  test("is saved without a metadata file at the address from the troubleshooting page", async () => {
    const [, option] = /PULUMI_BACKEND_URL='file:\/\/~(\?.+)'/.exec(section) ?? [];
    expect((await save({ PULUMI_BACKEND_URL: `${pathToFileURL(example.state).href}${option}` })).code).toBe(0);
    expect(await metadataFiles()).toEqual([]);
  });

  test("is readable again after the command from the troubleshooting page if a metadata file (.attrs) is empty", async () => {
    expect((await save(withMetadata())).code).toBe(0);
    const before = await pulumi(["stack", "export"], withMetadata());
    expect(await metadataFiles()).toContain("dev.json.attrs");
    await truncate(join(stacks(), "dev.json.attrs"));

    const refused = await pulumi(["preview", "--non-interactive"], withMetadata());
    expect(refused.code).not.toBe(0);
    const [, message = "?"] = /```text\n(error: .+)\n```/.exec(section) ?? [];
    expect(refused.output).toContain(message);

    const [, cure = "false"] = /^(find .+)$/m.exec(section) ?? [];
    const PATH = withFakePrograms(example.env.PATH);
    expect((await example.run("sh", ["-ec", cure.replaceAll("~", example.state)], { PATH })).code).toBe(0);
    expect(await pulumi(["stack", "export"], withMetadata())).toEqual(before);
    expect(before.code).toBe(0);
  });
});
