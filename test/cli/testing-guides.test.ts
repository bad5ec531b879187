/** The programs of the page on testing with pytest and Go run as they are written there. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliProject, checkout, openCliProject } from "./support/project.js";

const run = promisify(execFile);
const page = readFileSync(join(checkout, "docs/how-to/testing.md"), "utf8");

function fileOf(name: string): string {
  const [, rest] = page.split(` [${name}]\n`);
  return rest?.split("```")[0] ?? "";
}

const program = `
const { Container } = require("pulumi-app-platform");
new Container("web", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  registryId: "4e615714-7092-4eb4-af30-a12c4e608d0a",
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: {},
});
`;

let project: CliProject;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  project = await openCliProject();
  await writeFile(join(project.folder, "index.js"), program);
  const own = { NODE_PATH: "", GOFLAGS: "-mod=mod", GO111MODULE: "on" };
  env = { ...process.env, ...project.env, ...own };
  // What npm would link.
  const folder = join(project.folder, "node_modules/.bin");
  await mkdir(folder);
  await symlink("../app-platform-backend/bin/app-platform-backend.js", join(folder, "app-platform-backend"));
});
afterAll(() => project.close());

it("docs/how-to/testing.md: the pytest program passes", async ({ annotate }) => {
  for (const name of ["conftest.py", "test_website.py"]) await writeFile(join(project.folder, name), fileOf(name));
  if (spawnSync("python3", ["-m", "pytest", "--version"]).status !== 0) {
    await annotate("There is no pytest here: only the syntax of the page was read.");
    expect(fileOf("conftest.py")).toContain("def platform(running, monkeypatch):");
    return;
  }
  const options = { cwd: project.folder, env };
  const { stdout } = await run("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider"], options);
  expect(stdout).toContain("2 passed");
});

it("docs/how-to/testing.md: the Go program passes", async () => {
  await writeFile(join(project.folder, "website_test.go"), fileOf("website_test.go"));
  await writeFile(join(project.folder, "go.mod"), "module website\n\ngo 1.21\n");
  const { stdout } = await run("go", ["test", "-count=1", "-v", "."], { cwd: project.folder, env });
  expect(stdout).toContain("--- PASS: TestCreatesTheContainer");
});
