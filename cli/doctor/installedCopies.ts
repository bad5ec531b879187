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
