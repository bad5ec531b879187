import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(__dirname, "..", "..");

/** Writes what has changed, unless it is only a check, and returns the paths. */
export function writeFiles(files: ReadonlyMap<string, string>, isCheck: boolean): readonly string[] {
  const stale: string[] = [];
  for (const [path, text] of formatted(files)) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    stale.push(path);
    if (isCheck) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return stale;
}

/** With the files that the formatter handles formatted: all at once in a folder of their own, because each run takes a moment. */
function formatted(files: ReadonlyMap<string, string>): readonly (readonly [path: string, text: string])[] {
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  const isCode = (path: string) => /\.m?ts$|^provider\/generated\/.*\.json$/.test(path);
  try {
    for (const [path, text] of files) {
      if (!isCode(path)) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const args = ["format", "--write", `--config-path=${join(root, "biome.json")}`, "."];
    execFileSync(join(root, "node_modules", ".bin", "biome"), args, { cwd: folder, stdio: "pipe" });
    return [...files].map(([path, text]) => [path, isCode(path) ? readFileSync(join(folder, path), "utf8") : text]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
