/** The part of `package-lock.json` that a published package needs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

type Lock = Readonly<Record<string, Locked>>;

/** What is released: a package with what it depends on. */
export interface Released {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** A lock for a folder that contains only this package. */
export function lockOf(released: Released) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock };
  const { name, version } = released;
  const needed = neededBy(released.dependencies, packages);
  return { name, version, lockfileVersion: 3, requires: true, packages: { "": released, ...needed } };
}

/** The locked packages that these dependencies resolve to, as Node.js finds them. */
function neededBy(dependencies: Readonly<Record<string, string>>, lock: Lock): Lock {
  const found: Record<string, Locked> = {};
  const add = (names: readonly string[], from: string): void => {
    for (const name of names) {
      const path = parentOf(name, from, lock);
      const locked = path === undefined ? undefined : lock[path];
      // Optional ones may be for another platform. npm refuses a lock without the others.
      if (path === undefined || locked === undefined || found[path] !== undefined) continue;
      // Others may need it only for development.
      const { dev: _, devOptional: _2, ...preserved } = locked;
      found[path] = preserved;
      add(Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }), path);
    }
  };
  add(Object.keys(dependencies), "");
  return found;
}

function parentOf(name: string, from: string, lock: Lock): string | undefined {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (lock[path] !== undefined) return path;
  return from === "" ? undefined : parentOf(name, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ""), lock);
}
