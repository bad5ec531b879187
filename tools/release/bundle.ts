/** Writes the native provider into `dist/native`, with the notices of what it contains: `tsx tools/release/bundle.ts`. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleNative, nativeFolder, nativeName } from "./nativeBundle.js";
import { noticesFile, noticesText } from "./notices.js";

async function main(): Promise<void> {
  const { packages } = await bundleNative(true);
  chmodSync(join(nativeFolder, nativeName), 0o755);
  writeFileSync(join(nativeFolder, noticesFile), noticesText(packages));
}

void main();
