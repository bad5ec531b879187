import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type LockedPackage, missingPackages, readLock } from "../../tools/lockfile/lock.js";
import { recorderOf } from "../reliability/figures.js";

const root = join(__dirname, "..", "..");
const { packages } = readLock();
const recorder = recorderOf("supply");
afterAll(() => recorder.keep());

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** What comes from a registry: neither this checkout's own packages nor the links to them. */
const fetched = Object.entries(packages).filter(([place, { link }]) => place.startsWith("node_modules/") && !link);

/** What npm installs with a package: its dependencies and theirs, as the lock has them. */
function installedWith(folder: string): string[] {
  const found = new Set<string>();
  const visit = (place: string, { dependencies = {}, optionalDependencies = {} }: LockedPackage) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${place}/node_modules/${name}`;
      const next = packages[nested] === undefined ? `node_modules/${name}` : nested;
      const locked = packages[next];
      if (locked === undefined || found.has(next)) continue;
      found.add(next);
      visit(next, locked);
    }
  };
  visit(folder, packages[folder] ?? {});
  return [...found].sort();
}

const withScripts = (places: readonly string[]) => places.filter((place) => packages[place]?.hasInstallScript === true);

describe("the lock", () => {
  it("has every optional package that it names, or `npm ci` refuses it: `npm run lock:complete` adds them", () => {
    expect(missingPackages(readLock())).toEqual([]);
  });

  it("names no registry", () => {
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toContain('"resolved": "http');
  });

  it("has the checksum of every package but those that no machine of its makers could fetch", () => {
    const unchecked = fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    recorder.fact("packages in the lock", fetched.length);
    recorder.fact("of those without a checksum: binaries for other systems", unchecked.length);
    for (const [place, { optional, os, cpu }] of unchecked) {
      expect([place, optional, (os ?? cpu)?.length], place).toEqual([place, true, 1]);
    }
    expect(fetched.length).toBeGreaterThan(300);
  });
});

describe("dependencies", () => {
  it.each(["", "backend"])("of the package in ./%s are pinned to one version", (folder) => {
    const { dependencies, devDependencies } = manifestOf(folder);
    const all = Object.entries({ ...dependencies, ...devDependencies });
    const loose = all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
    recorder.fact(`direct dependencies of ${folder === "" ? "the package" : "the backend"}, all pinned`, all.length);
    expect(loose).toEqual([]);
  });

  it("that a user gets with the package are few, and none runs a script when it is installed", () => {
    const installed = installedWith("");
    recorder.fact("packages that come with the package, beside Pulumi's own", installed.length);
    recorder.fact("of those with install scripts", withScripts(installed).length);
    expect(installed).toEqual(["node_modules/undici"]);
    expect(withScripts(installed)).toEqual([]);
  });

  it("of the backend run no script when they are installed", () => {
    const installed = installedWith("backend");
    recorder.fact("packages that come with the backend", installed.length);
    expect(installed.length).toBeGreaterThan(50);
    expect(withScripts(installed)).toEqual([]);
  });

  it("that come with the tools run none: two have one, and npm is not told to allow it", () => {
    const places = withScripts(fetched.map(([place]) => place));
    recorder.fact("packages that only developers get with install scripts, none of them allowed", places.length);
    expect(places.sort()).toEqual(["node_modules/esbuild", "node_modules/protobufjs"]);
    expect(manifestOf("")).not.toHaveProperty("allowScripts");
  });
});

describe("installing", () => {
  const run = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  const folders = Object.keys(packages).filter((place) => !place.includes("node_modules"));

  it.each(folders)("runs nothing of our own in ./%s", (folder) => {
    expect(Object.keys(manifestOf(folder).scripts ?? {}).filter((script) => run.includes(script))).toEqual([]);
    // With such a file npm would run a compiler, without any script.
    expect(existsSync(join(root, folder, "binding.gyp"))).toBe(false);
  });
});
