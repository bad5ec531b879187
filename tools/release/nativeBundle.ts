import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { type BundledPackage, packagesOf } from "./notices.js";

const root = join(__dirname, "../..");
const source = "provider/frontends/native";

/** Where `npm run build` writes the provider: its program, and beside it what the program loads. */
export const nativeFolder = join(root, "dist/native");
export const nativeName = "pulumi-resource-app-platform";

/**
 * Bundles the native provider, and returns what it contains.
 *
 * @param write Whether to write the files.
 */
export async function bundleNative(
  write: boolean,
): Promise<{ packages: BundledPackage[]; inputs: Metafile["inputs"] }> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const options = {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    minify: true,
    logLevel: "warning",
    metafile: true,
    write: false,
  } as const;
  const plugin = await build({ ...options, entryPoints: [`${source}/plugin.ts`] });
  const code = plugin.outputFiles[0]?.contents as Uint8Array;
  const digest = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const main = await build({
    ...options,
    entryPoints: [`${source}/main.ts`],
    banner: { js: "#!/usr/bin/env node" },
    define: { VERSION: JSON.stringify(version), BUILD: JSON.stringify(digest) },
  });
  if (write) {
    const schema = JSON.parse(readFileSync(join(root, "provider/generated/schema.json"), "utf8"));
    mkdirSync(nativeFolder, { recursive: true });
    writeFileSync(join(nativeFolder, nativeName), main.outputFiles[0]?.contents as Uint8Array);
    writeFileSync(join(nativeFolder, "plugin.js"), code);
    writeFileSync(join(nativeFolder, "schema.json"), JSON.stringify({ ...schema, version }));
  }
  const inputs = { ...main.metafile.inputs, ...plugin.metafile.inputs };
  return { packages: packagesOf(Object.keys(inputs), root), inputs };
}
