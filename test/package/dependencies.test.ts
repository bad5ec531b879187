import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectFiles } from "../../cli/export/project.js";
import { filesBelow } from "./support/files-below.js";

/** One package in `package-lock.json`, as far as these tests read it. */
interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = join(__dirname, "..", "..");
const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
const { packages } = JSON.parse(lockText) as { readonly packages: Readonly<Record<string, LockedPackage>> };

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** What comes from a registry: neither this checkout's own packages nor the links to them. */
const fetched = Object.entries(packages).filter(([place, { link }]) => place.startsWith("node_modules/") && !link);

/**
 * Binaries of two development tools for other systems, which the registry that this lock was written with does not serve:
 * neither their metadata nor their tarballs, so there was nothing to hash. npm installs none of them on Linux x64 with glibc.
 * After an upgrade of one of the tools, replace its lines; a name or a version that is not listed here needs a sha512.
 */
const WITHOUT_INTEGRITY: Readonly<Record<string, readonly string[]>> = {
  "@biomejs/cli-*@2.6.8": [
    ...["android-arm64", "android-x64", "darwin-arm64", "darwin-x64", "linux-arm64-musl", "linux-x64-musl"],
    ...["win32-arm64", "win32-x64"],
  ],
  "@oxc-parser/binding-*@0.156.0": [
    ...["android-arm-eabi", "android-arm64", "darwin-arm64", "darwin-x64", "freebsd-x64", "linux-arm-gnueabihf"],
    ...["linux-arm-musleabihf", "linux-ppc64-gnu", "linux-riscv64-gnu", "linux-riscv64-musl", "linux-s390x-gnu"],
    ...["openharmony-arm64", "win32-arm64-msvc", "win32-ia32-msvc", "win32-x64-msvc"],
  ],
};
const withoutIntegrity = Object.entries(WITHOUT_INTEGRITY).flatMap(([pattern, systems]) =>
  systems.map((system) => pattern.replace("*", system)),
);

const SHA512 = /^sha512-[\w+/]{86}==$/;

/** `node_modules/a/node_modules/@b/c` in version 1.0.0 is `@b/c@1.0.0`. */
const nameAndVersion = ([place, { version }]: readonly [string, LockedPackage]) =>
  `${place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`;

/** Where npm finds a dependency of the package in `place`: in the nearest node_modules that has it. */
function placeOf(name: string, place: string): string | undefined {
  const own = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
  if (packages[own] !== undefined) return own;
  if (place === "") return undefined;
  const parent = place.lastIndexOf("/node_modules/");
  return placeOf(name, parent < 0 ? "" : place.slice(0, parent));
}

/** What npm installs with a package: its dependencies and theirs, as the lock has them. */
function installedWith(folder: string): string[] {
  const found = new Set<string>();
  const visit = (place: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = placeOf(name, place);
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(folder);
  return [...found].sort();
}

const withScripts = (places: readonly string[]) => places.filter((place) => packages[place]?.hasInstallScript === true);

describe("package-lock.json", () => {
  it("has every optional dependency of its packages", () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => placeOf(name, place) === undefined),
    );
    expect(missing).toEqual([]);
  });

  it("has no URL of a registry", () => {
    expect(lockText).not.toContain('"resolved": "http');
  });

  it("has a sha512 for every package except listed binaries for other systems", () => {
    const unchecked = fetched.filter(([, { integrity }]) => !SHA512.test(integrity ?? ""));
    expect(unchecked.map(nameAndVersion).sort()).toEqual([...withoutIntegrity].sort());
    // Only development gets them, and npm skips them where they do not fit.
    for (const [place, { optional, dev }] of unchecked) expect([place, optional, dev]).toEqual([place, true, true]);
    expect(fetched.length).toBeGreaterThan(300);
  });
});

describe("dependencies", () => {
  it.each(["", "backend"])("are pinned to one version in ./%s", (folder) => {
    const { dependencies, devDependencies } = manifestOf(folder);
    const all = Object.entries({ ...dependencies, ...devDependencies });
    const loose = all.filter(([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/.test(version));
    expect(loose).toEqual([]);
  });

  it("install no indirect packages for users", () => {
    const direct = Object.keys(manifestOf("").dependencies ?? {});
    expect(installedWith("")).toEqual(direct.map((name) => `node_modules/${name}`).sort());
  });

  it.each(["", "backend"])("have no install scripts in ./%s", (folder) => {
    const installed = installedWith(folder);
    expect(installed).not.toEqual([]);
    expect(withScripts(installed)).toEqual([]);
  });

  it("have install scripts only in esbuild, protobufjs and swc, which npm may not run", () => {
    const places = withScripts(fetched.map(([place]) => place));
    const known = ["@swc/core", "esbuild", "protobufjs", "vite/node_modules/esbuild"];
    expect(places.sort()).toEqual(known.map((name) => `node_modules/${name}`));
    expect(manifestOf("")).not.toHaveProperty("allowScripts");
  });
});

describe("TypeScript version that Pulumi's SDK can load", () => {
  const { peerDependencies } = JSON.parse(readFileSync(require.resolve("@pulumi/pulumi/package.json"), "utf8"));
  const tooNew = Number(/<\s*(\d+)/.exec(peerDependencies.typescript)?.[1]);
  const majorOf = (version = "") => Number(/\d+/.exec(version)?.[0] ?? tooNew);

  const examples = Object.keys(packages).filter((place) => /^examples\/(?!.*node_modules)/.test(place));
  const copied = [...examples, "template"].map((folder) => [folder, manifestOf(folder)] as const);
  const exported: Manifest = JSON.parse(projectFiles("/shop")["package.json"] as string);
  const manifests = [...copied, ["the package.json of app-platform export", exported] as const];
  it.each(manifests)("is required by %s", (_, { devDependencies }) => {
    expect(majorOf(devDependencies?.typescript)).toBeLessThan(tooNew);
  });

  it("is the one in every `npm install` command of the documentation", () => {
    const commands = filesBelow(join(root, "docs"), ".md").flatMap(
      (file) => readFileSync(join(root, "docs", file), "utf8").match(/^npm install .*\btypescript\b.*$/gm) ?? [],
    );
    const majors = commands.map((command) => majorOf(/typescript@(\S+)/.exec(command)?.[1]));
    expect(majors.length).toBeGreaterThan(0);
    expect(Math.max(...majors)).toBeLessThan(tooNew);
  });
});

describe("npm install", () => {
  const run = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  const folders = Object.keys(packages).filter((place) => !place.includes("node_modules"));

  it.each(folders)("runs no script of our own in ./%s", (folder) => {
    expect(Object.keys(manifestOf(folder).scripts ?? {}).filter((script) => run.includes(script))).toEqual([]);
    // With such a file npm would run a compiler, without any script.
    expect(existsSync(join(root, folder, "binding.gyp"))).toBe(false);
  });
});
