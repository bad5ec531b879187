/**
 * Where the project is published. `address.json` is the only place that names an owner or a host; package.json, READMEs and the
 * documentation site derive their addresses from it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { capitalized } from "../generate/letterCase.js";

export interface Address {
  /** Address of the repository in a browser, without a slash at the end. */
  readonly repository: string;
  /** Address of the documentation site, with a slash at the end. */
  readonly site: string;
  /** What serves the repository, if the name of the host doesn't tell. Default: GitLab if it contains `gitlab`, otherwise as GitHub. */
  readonly forge?: "GitHub" | "GitLab";
}

export const address: Address = JSON.parse(readFileSync(join(__dirname, "address.json"), "utf8"));

/** Hosts that are reserved for examples: nothing can be published there. */
const RESERVED = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/;

/** Whether an address is still the placeholder for a project without an owner and a host. */
export function isPlaceholder(url: string): boolean {
  return RESERVED.test(new URL(url).hostname);
}

/** Hosts that give each account a group in Maven Central. */
const PUBLIC_HOSTS = ["github.com", "gitlab.com"];

function isGitLab({ repository, forge }: Address): boolean {
  return forge === undefined ? new URL(repository).hostname.includes("gitlab") : forge === "GitLab";
}

/** Where the pages about the repository are. */
function pagesOf(at: Address): string {
  return isGitLab(at) ? `${at.repository}/-` : at.repository;
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
  return path.startsWith("docs/") ? pageAddress(path.slice("docs/".length), at) : `${pagesOf(at)}/blob/HEAD/${path}`;
}

/** The documentation site; nothing for the placeholder. */
export function siteAddress({ site }: Address = address): string | undefined {
  return isPlaceholder(site) ? undefined : site;
}

/** The issue tracker. */
export function issuesAddress(at: Address = address): string {
  return `${pagesOf(at)}/issues`;
}

/** The page of all releases. */
export function releasesAddress(at: Address = address): string {
  return `${pagesOf(at)}/releases`;
}

/** Where Pulumi downloads the native provider from, which fills in the version. */
export function pluginAddress(at: Address = address): string {
  const releases = releasesAddress(at);
  return isGitLab(at) ? `${releases}/v\${VERSION}/downloads` : `${releases}/download/v\${VERSION}`;
}

/** The owner of the repository, as its address spells it: a person or an organization, or on GitLab a path of groups. */
export function ownerOf({ repository }: Address = address): string {
  return new URL(repository).pathname.split("/").slice(1, -1).join("/");
}

/**
 * The group of the Java SDK, which Maven Central gives to whoever has the domain, or the account on a public host:
 * `io.github.<owner>`, `io.gitlab.<owner>`.
 */
export function javaGroup(at: Address = address): string {
  const { hostname } = new URL(at.repository);
  const domain = hostname.split(".").reverse();
  const owner = ownerOf(at).toLowerCase().split("/")[0] as string;
  return (PUBLIC_HOSTS.includes(hostname) ? ["io", domain[1], owner] : domain).join(".");
}

/** The package of the Java SDK without its own name: its group, spelled so that each segment is a name in Java. */
export function javaBasePackage(at: Address = address): string {
  const segments = javaGroup(at).split(".");
  return segments.map((segment) => segment.replaceAll("-", "_").replace(/^(?=\d)/, "_")).join(".");
}

/** The package of the Java SDK. */
export function javaPackage(at: Address = address): string {
  return `${javaBasePackage(at)}.appplatform`;
}

/** The path of the Go SDK, in its module of that name: without a port, which a module path can't have. */
export function goModulePath({ repository }: Address = address): string {
  const { hostname, pathname } = new URL(repository);
  return `${hostname}${pathname}/sdk/go`;
}

/** The root namespace of the .NET SDK: the owner, since NuGet keeps names that begin with `Pulumi.` for Pulumi. */
export function dotnetNamespace(at: Address = address): string {
  const words = (ownerOf(at).split("/")[0] as string).split(/[^A-Za-z0-9]+/);
  return words
    .map(capitalized)
    .join("")
    .replace(/^(?=\d)/, "_");
}
