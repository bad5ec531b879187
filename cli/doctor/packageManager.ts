import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

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
