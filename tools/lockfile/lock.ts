import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One package in `package-lock.json`, as far as this tool cares. */
export interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** An optional package that another one names and the lock does not have. */
export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  readonly isDev: boolean;
}

export const lockFile = join(__dirname, "..", "..", "package-lock.json");

export function readLock(): Lock {
  return JSON.parse(readFileSync(lockFile, "utf8")) as Lock;
}

/**
 * Optional packages, such as the binaries for other systems, that are named but not locked. `npm ci` refuses a lock that
 * lacks one; `npm install` drops those that its registry does not serve.
 */
export function missingPackages({ packages }: Lock): MissingPackage[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name]) =>
          packages[`${place}/node_modules/${name}`] === undefined && packages[`node_modules/${name}`] === undefined,
      )
      .map(([name, version]) => ({ name, version, isDev: dev })),
  );
}
