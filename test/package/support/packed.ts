/** The packed packages, packed once in a run of the tests, by the first test that needs them. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract, list } from "tar";
import { alone } from "../../../tools/fetch/pulumi-cli/lock.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { type Packed, packInto } from "../../../tools/release/packed.js";

export function packedPackages(): Promise<Packed> {
  // Created before all tests, and removed after them.
  const { TEST_PACKED: folder = "" } = process.env;
  const paths = join(folder, "paths.json");
  const work = async () => {
    if (!existsSync(paths)) writeFileSync(paths, JSON.stringify(await packInto(folder)));
    return JSON.parse(readFileSync(paths, "utf8"));
  };
  return alone(folder, new AbortController().signal, (end) => end(), work);
}

/** The paths of all files in a packed package. */
export function filesIn(packed: string): string[] {
  const files: string[] = [];
  list({ file: packed, sync: true, onReadEntry: ({ path }) => files.push(path.replace(/^package\//, "")) });
  return files;
}

/** Links the packages that the checkout has installed into a folder, without those of `own`: where each of these is. */
export function linkInstalled(from: string, to: string, own: Readonly<Record<string, string>>): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === ".bin") cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith(".vite")) symlinkSync(own[name] ?? join(from, name), join(to, name));
  }
}

/** What `npm install` of both packages, of Pulumi's SDK and of TypeScript gives a folder, without npm: all others are links. */
export async function unpackInto(folder: string): Promise<void> {
  const { provider, backend } = await packedPackages();
  const own = { "pulumi-app-platform": provider, "app-platform-backend": backend };
  const unpacked = Object.entries(own).map(([name, packed]) => {
    const place = join(folder, ".packed", name);
    mkdirSync(place, { recursive: true });
    extract({ file: packed, sync: true, strip: 1, cwd: place });
    return [name, place] as const;
  });
  linkInstalled(join(CHECKOUT, "node_modules"), join(folder, "node_modules"), Object.fromEntries(unpacked));
}
