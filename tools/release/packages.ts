/** The npm packages of a release: their READMEs have links that lead somewhere from the registry's page. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { create, extract } from "tar";
import { pluginAddress } from "./address.js";
import { publishedPackages } from "./manifest.js";
import { packInto } from "./packed.js";
import { addressedReadme } from "./readme-links.js";

/** Writes them into a folder, and returns their paths: the backend first, which the other one's documentation names. */
export async function writePackages(folder: string): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), "packages-"));
  try {
    const packed = await packInto(work);
    const written: string[] = [];
    for (const { directory } of [...publishedPackages].reverse()) {
      const from = directory === "" ? packed.provider : packed.backend;
      await extract({ file: from, cwd: work });
      const contents = readdirSync(join(work, "package"), { recursive: true, encoding: "utf8" });
      for (const file of contents.filter((each) => basename(each) === "README.md")) {
        const readme = join(work, "package", file);
        writeFileSync(readme, addressedReadme(readFileSync(readme, "utf8"), join(directory, dirname(file))));
      }
      if (directory === "") withPlugin(join(work, "package/package.json"));
      const file = join(folder, basename(from));
      const files = contents.filter((each) => statSync(join(work, "package", each)).isFile());
      await create(
        { file, cwd: work, gzip: true, portable: true },
        files.map((each) => `package/${each}`),
      );
      rmSync(join(work, "package"), { recursive: true });
      written.push(file);
    }
    return written;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Tells Pulumi which plugin a program needs, so that the CLI installs it. Only the published package does: before a release, nothing is at
 * that address.
 */
function withPlugin(path: string): void {
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const pulumi = { resource: true, name: "app-platform", version: manifest.version, server: pluginAddress() };
  writeFileSync(path, `${JSON.stringify({ ...manifest, pulumi }, null, 2)}\n`);
}
