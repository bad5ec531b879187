/**
 * What is released beside the npm packages: `npm run release:artifacts` writes it to `.local/release`. With `--plugin`, only the native
 * provider for the platform of this machine.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeExecutable } from "./executable.js";
import { writeSdks } from "./sdks.js";

const root = join(__dirname, "../..");
const folder = join(root, ".local/release");

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  rmSync(folder, { recursive: true, force: true });
  await writeExecutable(folder, version);
  if (!process.argv.includes("--plugin")) await writeSdks(folder, version);
  const sums = readdirSync(folder).map((file) => {
    const sum = createHash("sha256").update(readFileSync(join(folder, file)));
    return `${sum.digest("hex")}  ${file}\n`;
  });
  writeFileSync(join(folder, `SHA256SUMS-${process.platform}-${process.arch}`), sums.join(""));
  process.stdout.write(sums.join(""));
}

void main();
