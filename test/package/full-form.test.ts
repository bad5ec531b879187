import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(__dirname, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);
const imports = (path: string, names: readonly string[]) =>
  names.some((name) => read(`test/${path}`).includes(`/${name}.js"`));

/** What all folders share, and that has a short form: the switch, and what reads it. */
const isShared = (path: string) => !path.includes("/");
const switches = [
  "full",
  ...files.filter((path) => isShared(path) && imports(path, ["full"])).map((path) => path.replace(".ts", "")),
];

/** Files that know of the short form: tests, and what the tests of their folder share. */
const shortened = files.filter((path) => !isShared(path) && imports(path, switches)).map((path) => `test/${path}`);

it("npm run test:full runs every test that has a short form", () => {
  const command: string = JSON.parse(read("package.json")).scripts["test:full"];
  const chosen = command.match(/\btest\/[\w./-]+/g) ?? [];
  const isChosen = (path: string) => chosen.some((each) => path === each || path.startsWith(`${each}/`));
  expect(shortened.length).toBeGreaterThan(10);
  expect(shortened.filter((path) => !isChosen(path))).toEqual([]);
});
