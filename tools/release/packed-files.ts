import { execFileSync } from "node:child_process";
import { publishedPackages } from "./manifest.js";

interface PackedList {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

/** The paths of all files that npm would publish, by the names of the packages. */
export function packedFiles(root: string): Map<string, string[]> {
  const workspaces = publishedPackages.flatMap(({ directory }) => ["--workspace", directory || "."]);
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", ...workspaces], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // npm prints an array or, in newer versions, an object by name.
  const packed = Object.values(JSON.parse(output)) as PackedList[];
  return new Map(packed.map(({ name, files }) => [name, files.map(({ path }) => path)]));
}

/** The files that a manifest points to: what `require`, `import`, the types and the commands of the package need. */
export function requiredFiles(manifest: unknown): string[] {
  const { exports = {}, typesVersions = {}, bin = {}, main, types } = manifest as Record<string, unknown>;
  const paths = [...leaves(exports), ...leaves(typesVersions), ...leaves(bin), ...leaves(main), ...leaves(types)];
  return [...new Set(["LICENSE", "README.md", "package.json", ...paths.map((path) => path.replace(/^\.\//, ""))])];
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
