/** `app-platform example`, and the template that `pulumi new` and it copy. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { filesBelow } from "../package/support/files-below.js";
import { inCheckout, openedFolder } from "../support/opened-folder.js";
import { checkout } from "./support/project.js";
import { runCli } from "./support/run.js";

const cwd = openedFolder("example");
const home = openedFolder("new", inCheckout);

describe("app-platform", () => {
  test("example without a name lists every example with a description", async () => {
    const { examples } = (await runCli(["example", "--json"], { cwd })).json();
    const folders = await readdir(join(checkout, "examples"), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(examples.map(({ name }: { name: string }) => name).sort()).toEqual([...names, "template"].sort());
    const { stdout } = await runCli(["example"], { cwd });
    expect(stdout).toMatch(/^NAME +SHOWS\ntemplate +a project to start with/);
    expect(stdout).toMatch(/^unit-tests +\S/m);
  });

  test("example copies only the tracked files of an example", async () => {
    const { code, stderr } = await runCli(["example", "pipeline"], { cwd });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`Run \`npm install\` in ${join(cwd, "pipeline")}`);
    const tracked = await promisify(execFile)("git", ["ls-files"], { cwd: join(checkout, "examples/pipeline") });
    expect(filesBelow(join(cwd, "pipeline"))).toEqual(tracked.stdout.trim().split("\n").sort());
    expect(await readFile(join(cwd, "pipeline/README.md"), "utf8")).not.toContain("](../");
  });

  test("example fails with AP6001 for a folder with files", async () => {
    await mkdir(join(cwd, "full"));
    await writeFile(join(cwd, "full/notes"), "");
    const again = await runCli(["example", "quickstart", "full"], { cwd });
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toContain("AP6001: folder must be a new or empty folder");
  });

  test("example template copies the project to start with, under the name of the folder", async () => {
    await runCli(["example", "template", "My Shop"], { cwd });
    expect(await readFile(join(cwd, "My Shop/package.json"), "utf8")).toContain('"name": "my-shop"');
    expect(filesBelow(join(cwd, "My Shop"))).toContain(".gitignore");
    const project = await readFile(join(cwd, "My Shop/Pulumi.yaml"), "utf8");
    expect(project).toMatch(/^name: my-shop\ndescription: my-shop\nruntime: nodejs\nconfig:\n/);
  });

  test("example fails for an unknown name, and names the nearest example or all of them", async () => {
    const close = await runCli(["example", "webshop"], { cwd });
    expect(close).toMatchObject({ code: 2, stderr: expect.stringContaining("such as web-shop") });
    const other = await runCli(["example", "xyz"], { cwd });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("must be one of template, quickstart") });
  });
});

test("`pulumi new` creates a project from the template offline, and the project's test passes", async () => {
  const folder = join(home, "kiosk");
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|MODE$|APP_)/.test(name));
  const env = { ...Object.fromEntries(inherited), ...(await pulumiEnvironment({ state: join(home, "state") })) };
  // Nothing answers at this address: whoever asks the network fails.
  const offline = { ...env, HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9", CI: "true" };
  const run = (program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
    promisify(execFile)(program, args, options);
  const named = ["--name", "kiosk", "--description", "What the kiosk shows", "--dir", folder];
  const options = { cwd: home, env: offline };
  await run("pulumi", ["new", join(checkout, "template"), "--yes", "--generate-only", ...named], options);
  expect(filesBelow(folder)).toEqual(filesBelow(join(checkout, "template")));
  const texts = await Promise.all(filesBelow(folder).map((file) => readFile(join(folder, file), "utf8")));
  expect(texts.join()).not.toMatch(/\$\{(PROJECT|DESCRIPTION)\}/);
  expect(texts.join()).toMatch(/name: kiosk\ndescription: What the kiosk shows\n/);
  const tsc = join(checkout, "node_modules/typescript7/bin/tsc");
  await run(process.execPath, [tsc, "--singleThreaded", "-p", folder], { cwd: folder, env });
  const { stdout } = await run("npm", ["test"], { cwd: folder, env: { ...env, NO_COLOR: "1", CI: "true" } });
  expect(stdout).toMatch(/Tests {2}1 passed \(1\)/);
});
