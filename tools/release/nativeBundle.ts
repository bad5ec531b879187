import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { type BundledPackage, packagesOf } from "./notices.js";

const root = join(__dirname, "../..");

/** Where `npm run build` writes the bundle. */
export const nativeFolder = join(root, "dist/native");
export const nativeName = "pulumi-resource-app-platform";

/**
 * Bundles the native provider into one file, and returns what that contains.
 *
 * @param write Whether to write the file.
 */
export async function bundleNative(write: boolean): Promise<{ packages: BundledPackage[]; metafile: Metafile }> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["provider/frontends/native/main.ts"],
    outfile: join(nativeFolder, nativeName),
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    banner: { js: "#!/usr/bin/env node" },
    define: { VERSION: JSON.stringify(version) },
    logLevel: "warning",
    metafile: true,
    write,
  });
  return { packages: packagesOf(Object.keys(metafile.inputs), root), metafile };
}
