import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(__dirname, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Files that know of the short form: tests, and what the tests of their folder share. */
const shortened = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .map((path) => `test/${path}`)
  .filter((path) => path.endsWith(".ts") && /\/full\.js"/.test(read(path)));

it("npm run test:full runs every test that has a short form", () => {
  const command: string = JSON.parse(read("package.json")).scripts["test:full"];
  const chosen = command.match(/\btest\/[\w./-]+/g) ?? [];
  const isChosen = (path: string) => chosen.some((each) => path === each || path.startsWith(`${each}/`));
  expect(shortened.length).toBeGreaterThan(10);
  expect(shortened.filter((path) => !isChosen(path))).toEqual([]);
});
