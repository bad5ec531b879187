/** The software bills of materials of a release, in CycloneDX, as `npm sbom` writes them. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BundledPackage } from "./notices.js";

const root = join(__dirname, "../..");

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, Locked>>;

/** What is released: a package with what it depends on. */
interface Released {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Part of a document in CycloneDX. */
interface Sbom {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/**
 * The document of a package. `npm sbom` can't write it in this repository, because the root is one of its own workspaces. So it runs in
 * a folder with the part of the lock that the package needs.
 */
export async function sbomOf(released: Released): Promise<Sbom> {
  const temporary = await mkdtemp(join(tmpdir(), "sbom-"));
  // npm names the component after the folder.
  const folder = join(temporary, released.name);
  try {
    await mkdir(folder);
    const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as { packages: Lock };
    const needed = neededBy(released.dependencies, packages);
    const { name, version } = released;
    const lock = { name, version, lockfileVersion: 3, requires: true, packages: { "": released, ...needed } };
    await writeFile(join(folder, "package.json"), JSON.stringify(released));
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
    const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library", "--package-lock-only"];
    const options = { cwd: folder, shell: process.platform === "win32", maxBuffer: Number.POSITIVE_INFINITY };
    return JSON.parse((await promisify(execFile)("npm", args, options)).stdout);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The document of an executable: the packages that are bundled into it, and what it runs on. */
export async function sbomOfBundle(
  released: Omit<Released, "dependencies">,
  packages: readonly BundledPackage[],
  others: readonly BundledPackage[],
): Promise<Sbom> {
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const { components, ...rest } = await sbomOf({ ...released, dependencies });
  // A bundle contains only some of a package's dependencies.
  const bundled = components.filter((each) => dependencies[each.name] === each.version);
  const own = others.map(({ name, version, license }) => ({
    ...{ type: "platform", name, version },
    licenses: [{ license: { id: license } }],
  }));
  return { ...rest, components: [...bundled, ...own] };
}

/** The locked packages that these dependencies resolve to, as Node.js finds them. */
function neededBy(dependencies: Readonly<Record<string, string>>, lock: Lock): Lock {
  const found: Record<string, Locked> = {};
  const add = (names: readonly string[], from: string): void => {
    for (const name of names) {
      const path = placeOf(name, from, lock);
      const locked = path === undefined ? undefined : lock[path];
      // Optional ones may be for another platform. npm refuses a lock without the others.
      if (path === undefined || locked === undefined || found[path] !== undefined) continue;
      found[path] = locked;
      add(Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }), path);
    }
  };
  add(Object.keys(dependencies), "");
  return found;
}

function placeOf(name: string, from: string, lock: Lock): string | undefined {
  const path = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (lock[path] !== undefined) return path;
  return from === "" ? undefined : placeOf(name, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ""), lock);
}
