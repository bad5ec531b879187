/**
 * Publishes both packages, with READMEs whose links lead somewhere from the registry's page: `tsx tools/release/publish.ts`.
 * Its arguments are passed to `npm publish`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { extract } from "tar";
import { publishedPackages } from "./manifest.js";
import { packInto } from "./packed.js";
import { addressedReadme } from "./readme-links.js";

async function publish(options: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "publish-"));
  try {
    const packed = await packInto(folder);
    for (const { directory } of publishedPackages) {
      await extract({ file: directory === "" ? packed.provider : packed.backend, cwd: folder });
      const files = readdirSync(join(folder, "package"), { recursive: true, encoding: "utf8" });
      for (const file of files.filter((each) => basename(each) === "README.md")) {
        const readme = join(folder, "package", file);
        const text = addressedReadme(readFileSync(readme, "utf8"), join(directory, dirname(file)));
        writeFileSync(readme, text);
      }
      // The scripts are those of the checkout, which have already run.
      execFileSync("npm", ["publish", "--ignore-scripts", ...options], {
        cwd: join(folder, "package"),
        stdio: "inherit",
      });
      rmSync(join(folder, "package"), { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

publish(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
