import { type Address, address, addressOf, issuesAddress } from "./address.js";

/** A package that is published from this repository. */
export interface PublishedPackage {
  /** Folder in the repository; empty for the root. */
  readonly directory: string;
  /** Page of the documentation that is the package's home. */
  readonly home: string;
}

export const publishedPackages: readonly PublishedPackage[] = [
  { directory: "", home: "docs/index.md" },
  { directory: "backend", home: "docs/local-platform.md" },
];

/** The path in the repository of a file of a package. */
export function inPackage({ directory }: PublishedPackage, file: string): string {
  return directory === "" ? file : `${directory}/${file}`;
}

/** The manifest with its addresses. With provenance, the registry compares `repository.url` with the repository of the build. */
export function addressedManifest(text: string, { directory, home }: PublishedPackage, at: Address = address): string {
  const manifest = {
    ...(JSON.parse(text) as object),
    homepage: addressOf(home, at),
    bugs: { url: issuesAddress(at) },
    repository: { type: "git", url: `git+${at.repository}.git`, ...(directory === "" ? {} : { directory }) },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
