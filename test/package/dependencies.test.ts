import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { missingPackages, readLock } from "../../tools/lockfile/lock.js";

const root = join(__dirname, "..", "..");

describe("the lock", () => {
  it("has every optional package that it names, or `npm ci` refuses it: `npm run lock:complete` adds them", () => {
    expect(missingPackages(readLock())).toEqual([]);
  });

  it("names no registry", () => {
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toContain('"resolved": "http');
  });
});

describe("dependencies", () => {
  it.each(["package.json", "backend/package.json"])("of %s are pinned to one version", (file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), "utf8"));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version as string),
    );
    expect(loose).toEqual([]);
  });
});
