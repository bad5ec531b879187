/** The release that is installed or built if none is found: the release of the pinned SDK. */
export const RELEASE = "3.246.0";

/** The newest with the hosts of all languages: later ones are in modules that Go's proxy does not serve. They run programs with RELEASE. */
export const LANGUAGE_HOST_RELEASE = "3.66.0";

/**
 * The Automation API refuses a CLI that is older than the SDK. From this release on, the engine reads a dynamic provider's
 * code from the inputs of a resource; the pinned SDK does not put it there, so `get()` fails.
 */
const FIRST_UNSUPPORTED = "3.268.0";

export const ACCEPTED = `${RELEASE} or newer and older than ${FIRST_UNSUPPORTED}`;

/** One number that orders versions; NaN for a text that is none. A suffix such as `-alpha` is ignored. */
export function rank(version: string): number {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim()) ?? [];
  return (Number(major) * 10_000 + Number(minor)) * 10_000 + Number(patch);
}

/** Whether a CLI of this version works with the pinned SDK. */
export function isSupported(version: string): boolean {
  return rank(version) >= rank(RELEASE) && rank(version) < rank(FIRST_UNSUPPORTED);
}
