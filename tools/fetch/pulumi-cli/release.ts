/** The release that is installed or built if none is found: the newest that Go's proxy serves whole. */
export const RELEASE = "3.274.1";

/** An older release that people may still use: `npm run test:versions` runs the packages with it, too. */
export const OLDER_RELEASE = "3.246.0";

/** The newest with the hosts of all languages: later ones are in modules that Go's proxy does not serve. They run programs with RELEASE. */
export const LANGUAGE_HOST_RELEASE = "3.66.0";

export const ACCEPTED = `${RELEASE} or newer, below 4`;

/** A number that orders versions; NaN if the text is not a version. A suffix such as `-alpha` is ignored. */
export function rank(version: string): number {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim()) ?? [];
  return (Number(major) * 10_000 + Number(minor)) * 10_000 + Number(patch);
}

/** Whether the tests can run with a CLI of this version: they expect the output of this release or a newer one. */
export function isSupported(version: string): boolean {
  return rank(version) >= rank(RELEASE) && rank(version) < rank("4.0.0");
}
