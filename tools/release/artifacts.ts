/**
 * What is released: `npm run release:artifacts` writes it to `.local/release`, with an SBOM of each package and archive. With `--plugin`, only the native provider for the platform of this machine.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeExecutable } from "./executable.js";
import { publishedPackages } from "./manifest.js";
import { nativeName } from "./nativeBundle.js";
import { writePackages } from "./packages.js";
import { sbomOf, sbomOfBundle } from "./sbom.js";
import { writeSdks } from "./sdks.js";

const root = join(__dirname, "../..");
const folder = join(root, ".local/release");

const readManifest = (directory: string) => JSON.parse(readFileSync(join(root, directory, "package.json"), "utf8"));

async function main(): Promise<void> {
  const { version } = readManifest("");
  rmSync(folder, { recursive: true, force: true });
  const { archive, packages, node } = await writeExecutable(folder, version);
  const { license } = readManifest("");
  const write = (file: string, sbom: object) =>
    writeFileSync(join(folder, `${file}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  const name = archive.replace(/\.tar\.gz$/, "");
  write(name, await sbomOfBundle({ name: nativeName, version, license }, packages, [node]));
  if (!process.argv.includes("--plugin")) {
    await writeSdks(folder, version);
    await writePackages(folder);
    for (const { directory } of publishedPackages) {
      const { name, dependencies } = readManifest(directory);
      write(`${name}-${version}`, await sbomOf({ name, version, license, dependencies }));
    }
  }
  const sums = readdirSync(folder).map((file) => {
    const sum = createHash("sha256").update(readFileSync(join(folder, file)));
    return `${sum.digest("hex")}  ${file}\n`;
  });
  writeFileSync(join(folder, `SHA256SUMS-${process.platform}-${process.arch}`), sums.join(""));
  process.stdout.write(sums.join(""));
}

void main();
