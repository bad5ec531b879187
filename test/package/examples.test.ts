/** What every example must have, so that a copy of its folder works outside this repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, test } from "vitest";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";
import { SECTIONS, section } from "../cli/support/examples/readme.js";
import { EXAMPLES, TESTED_ELSEWHERE, table } from "../cli/support/examples/table.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const manifestOf = (folder: string) => JSON.parse(read(folder, "package.json")) as Manifest;
const own = manifestOf(CHECKOUT);

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => name);
const folders = foldersIn(EXAMPLES);

/** Folders with a package.json: an example, or one of its projects. */
const packages = folders
  .flatMap((folder) => [folder, ...foldersIn(join(EXAMPLES, folder)).map((inner) => `${folder}/${inner}`)])
  .filter((folder) => existsSync(join(EXAMPLES, folder, "package.json")));

describe("examples", () => {
  it("are all listed in examples/README.md and run by a test", () => {
    const text = read(EXAMPLES, "README.md");
    for (const folder of folders) expect(text, folder).toContain(`[${folder}](${folder})`);
    const run = [...table.map(({ folder }) => folder.split("/")[0]), ...TESTED_ELSEWHERE];
    expect([...folders, ...packages].filter((folder) => !run.includes(folder.split("/")[0]))).toEqual([]);
  });

  it("have a package.json in each folder that the tests run", () => {
    expect(table.map(({ folder }) => folder).filter((folder) => !packages.includes(folder))).toEqual([]);
  });
});

describe("example", () => {
  test.each(packages)("%s depends on the published packages with a range that includes this version", (folder) => {
    const { dependencies = {}, devDependencies = {}, ...rest } = manifestOf(join(EXAMPLES, folder));
    expect(rest).toMatchObject({ private: true, license: "Apache-2.0" });
    expect(rest.name).toMatch(/\S/);
    const [major, minor] = own.version.split(".");
    for (const [name, range] of Object.entries({ ...devDependencies, ...dependencies })) {
      if (name === own.name || name === "app-platform-backend") expect(range, name).toBe(`^${major}.${minor}.0`);
      else expect(range, name).toMatch(/^\d+\.\d+\.\d+$/);
    }
    expect(dependencies).toHaveProperty(own.name);
  });

  test.each(packages)("%s has its own strict compiler options", (folder) => {
    const config = ["tsconfig.json", "jsconfig.json"].find((name) => existsSync(join(EXAMPLES, folder, name)));
    const { compilerOptions, extends: inherited } = JSON.parse(read(EXAMPLES, folder, config ?? ""));
    expect([inherited, compilerOptions.strict]).toEqual([undefined, true]);
  });

  test.each(folders)("%s has commands and their output in its README", (folder) => {
    const text = read(EXAMPLES, folder, "README.md");
    expect(text).toMatch(/^# \S/);
    expect(text).toContain("```sh\n");
    expect(text).toContain("```text\n");
  });

  const documented = [...new Set(table.map(({ readme, folder }) => readme ?? folder))];
  test.each(documented)("%s has all sections in its README", (folder) => {
    const text = read(EXAMPLES, folder, "README.md");
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS);
    for (const heading of ["Run it", "Clean up"]) expect(section(text, heading), heading).toContain("pulumi ");
  });

  test.each(table)("$folder describes each configuration key, with a default unless secret", ({ folder, secret }) => {
    const [, config = ""] = read(EXAMPLES, folder, "Pulumi.yaml").split("\nconfig:\n");
    const keys = config.split(/^ {2}(?=\w+:$)/m).slice(1);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatch(/\n {4}description: \S/);
      const name = key.slice(0, key.indexOf(":"));
      expect(key, name).toMatch(name === secret ? /\n {4}secret: true\n/ : /\n {4}default: \S/);
    }
  });

  test.each(table)("$folder requires exactly the keys of its Pulumi.yaml, except optional ones", ({ folder }) => {
    const declared = [...read(EXAMPLES, folder, "Pulumi.yaml").matchAll(/^ {2}(\w+):$/gm)].map(([, key]) => key);
    const source = readdirSync(join(EXAMPLES, folder)).filter((file) => /^[\w-]+\.(ts|js)$/.test(file));
    const text = source.map((file) => read(EXAMPLES, folder, file)).join("\n");
    const required = [...text.matchAll(/\.require(?:Secret)?\("(\w+)"\)/g)].map(([, key]) => key);
    expect([...new Set(required)].sort(), relative(CHECKOUT, folder)).toEqual(
      declared.filter((key) => key !== "name" && key !== "options").sort(),
    );
  });
});

describe("Pulumi.yaml of the repository", () => {
  it("is that of examples/quickstart", () => {
    const copy = read(EXAMPLES, "quickstart", "Pulumi.yaml");
    expect(read(CHECKOUT, "Pulumi.yaml").replace("main: examples/quickstart\n", "")).toBe(copy);
  });
});
