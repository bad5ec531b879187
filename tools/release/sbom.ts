/** The software bills of materials of a release, in CycloneDX, as `npm sbom` writes them. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { lockOf, type Released } from "./lock.js";
import type { BundledPackage } from "./notices.js";

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
    await writeFile(join(folder, "package.json"), JSON.stringify(released));
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(lockOf(released)));
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
