import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export interface InstalledCopy {
  /** Its folder, with links resolved. */
  readonly folder: string;
  readonly version: string;
  /** The versions of other packages that it works with. */
  readonly peers: Readonly<Record<string, string>>;
}

/** The copy that a program in the folder loads, by Node's rules. */
export function loadedCopy(name: string, folder: string): InstalledCopy | undefined {
  const found = copyIn(join(folder, "node_modules", name)) ?? ownCopy(name, folder);
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : loadedCopy(name, parent));
}

/** The copies that the program and its dependencies load, usually one. */
export function allCopies(name: string, folder: string): InstalledCopy[] {
  const loaded = loadedCopy(name, folder);
  const nested = packagesIn(join(folder, "node_modules")).map((each) => copyIn(join(each, "node_modules", name)));
  const byFolder = new Map([loaded, ...nested].flatMap((copy) => (copy === undefined ? [] : [[copy.folder, copy]])));
  return [...byFolder.values()];
}

function packagesIn(modules: string): string[] {
  return listed(modules).flatMap((name) =>
    name.startsWith("@") ? listed(join(modules, name)).map((each) => join(modules, name, each)) : [join(modules, name)],
  );
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

function copyIn(folder: string): InstalledCopy | undefined {
  const manifest = manifestIn(folder);
  if (manifest === undefined) return undefined;
  return {
    folder: realpathSync(folder),
    version: String(manifest.version),
    peers: manifest.peerDependencies ?? {},
  };
}

/** A package can import itself by name: a program inside of the package's repository. */
function ownCopy(name: string, folder: string): InstalledCopy | undefined {
  return manifestIn(folder)?.name === name ? copyIn(folder) : undefined;
}

interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function manifestIn(folder: string): PackageManifest | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

interface PackageManager {
  readonly command: "npm" | "pnpm" | "yarn" | "bun";
  /** The command that installs another package. */
  readonly add: string;
  /** The command that installs the packages of package.json. */
  readonly install: string;
}

const npm: PackageManager = { command: "npm", add: "npm install", install: "npm install" };
const other = (command: "pnpm" | "yarn" | "bun"): PackageManager => ({
  command,
  add: `${command} add`,
  install: `${command} install`,
});

const byLockFile: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": npm,
  "pnpm-lock.yaml": other("pnpm"),
  "yarn.lock": other("yarn"),
  "bun.lock": other("bun"),
  "bun.lockb": other("bun"),
};

/** The package manager of a folder, by the nearest lock file; npm without one. */
export function packageManagerOf(folder: string): PackageManager {
  const found = Object.keys(byLockFile).find((name) => existsSync(join(folder, name)));
  const parent = dirname(folder);
  if (found === undefined) return parent === folder ? npm : packageManagerOf(parent);
  return byLockFile[found] ?? npm;
}

/** The numbers of a version such as `v3.246.0`, without a suffix such as `-alpha.1`; nothing if it isn't a version. */
function numbersOf(version: string): number[] | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version.trim());
  return match?.slice(1).map((number) => Number(number ?? 0));
}

/** Negative if the first version is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one) ?? [], numbersOf(other) ?? []];
  const index = [0, 1, 2].find((each) => left[each] !== right[each]) ?? 0;
  return (left[index] ?? 0) - (right[index] ?? 0);
}

/** Whether a version is in a range such as `>=3.216.0 <4`, the form of the ranges in our own manifest. */
export function isWithin(version: string, range: string): boolean {
  if (numbersOf(version) === undefined) return false;
  return range.split(/\s+/).every((bound) => {
    const [, operator, limit = ""] = /^(>=|<)(.+)$/.exec(bound) ?? [];
    const order = compareVersions(version, limit);
    return operator === ">=" ? order >= 0 : operator === "<" && order < 0;
  });
}
