/** What third-party licenses require when the code is distributed: their texts, beside the bundle that contains the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file beside a bundle with third-party code. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt";

/** A package that is part of a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/** The packages that the inputs of a bundle are from, by name. */
export function packagesOf(inputs: readonly string[], root: string): BundledPackage[] {
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders].sort().map((path) => packageIn(join(root, path)));
}

function packageIn(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter(
    (file) => /^(licen[cs]e|notice|copying)/i.test(file) && !/\.[cm]?js$/.test(file),
  );
  return { name, version, license, texts: files.sort().map((file) => readFileSync(join(folder, file), "utf8")) };
}

const line = "-".repeat(80);

/** @param others What is in it besides packages, such as Node.js, with its license. */
export function noticesText(packages: readonly BundledPackage[], others: readonly BundledPackage[] = []): string {
  const sections = [...packages, ...others].map(({ name, version, license, texts }) =>
    [line, `${name} ${version} (${license})`, "", ...texts.map((text) => text.trim())].join("\n"),
  );
  return `This software contains the software below.\n\n${sections.join("\n\n")}\n`;
}

/** Node.js itself, which an executable contains: its license is beside it, or above the folder of its programs. */
export function nodeIn(executable: string, version: string): BundledPackage {
  const folder = dirname(executable);
  const file = [folder, dirname(folder)].map((each) => join(each, "LICENSE")).find(existsSync);
  if (file === undefined) throw new Error(`There is no LICENSE of Node.js near ${executable}`);
  return { name: "node", version, license: "MIT", texts: [readFileSync(file, "utf8")] };
}
