/**
 * Where the project is published. `address.json` is the only place that names an owner or a host; package.json, READMEs and the
 * documentation site derive their addresses from it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Address {
  /** Address of the repository in a browser, without a slash at the end. */
  readonly repository: string;
  /** Address of the documentation site, with a slash at the end. */
  readonly site: string;
}

export const address: Address = JSON.parse(readFileSync(join(__dirname, "address.json"), "utf8"));

/** Hosts that are reserved for examples: nothing can be published there. */
const RESERVED = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/;

/** Whether an address is still the placeholder for a project without an owner and a host. */
export function isPlaceholder(url: string): boolean {
  return RESERVED.test(new URL(url).hostname);
}

/** The page of the documentation site that a file of `docs/` becomes. */
function pageAddress(page: string, { site }: Address): string {
  const [file = "", fragment] = page.split("#");
  const path = file.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html");
  return `${site}${path}${fragment === undefined ? "" : `#${fragment}`}`;
}

/**
 * The address of a file or folder of the repository: a page or a picture of the documentation site if it is in `docs/`, otherwise its
 * source. `HEAD` is the default branch, whatever its name.
 */
export function addressOf(path: string, at: Address = address): string {
  const [, picture] = /^docs\/public\/(.+)$/.exec(path) ?? [];
  if (picture !== undefined) return `${at.site}${picture}`;
  return path.startsWith("docs/") ? pageAddress(path.slice("docs/".length), at) : `${at.repository}/blob/HEAD/${path}`;
}

/** The issue tracker. */
export function issuesAddress({ repository }: Address = address): string {
  return `${repository}/issues`;
}

/** The page of all releases. */
export function releasesAddress({ repository }: Address = address): string {
  return `${repository}/releases`;
}

/** Where Pulumi downloads the native provider from, which fills in the version. */
export function pluginAddress(at: Address = address): string {
  return `${releasesAddress(at)}/download/v\${VERSION}`;
}

/** The package of the Java SDK, without its own name: the host of the repository, backwards. */
export function javaGroup({ repository }: Address = address): string {
  return new URL(repository).hostname.split(".").reverse().join(".");
}

/** The package of the Java SDK. */
export function javaPackage(at: Address = address): string {
  return `${javaGroup(at)}.appplatform`;
}

/** The path of the Go SDK, in its module of that name. */
export function goModulePath({ repository }: Address = address): string {
  const { host, pathname } = new URL(repository);
  return `${host}${pathname}/sdk/go`;
}
