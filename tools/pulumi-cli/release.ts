/** The release that is installed or built if none is found: the release of the pinned SDK. */
export const RELEASE = "3.246.0";

/** Newer language hosts are in a module that Go's proxy does not serve. This one runs TypeScript programs with RELEASE. */
export const LANGUAGE_HOST_RELEASE = "3.68.0";

/**
 * The Automation API refuses a CLI that is older than the SDK. From this release on, the engine reads a dynamic provider's
 * code from the inputs of a resource; the pinned SDK does not put it there, so `get()` fails.
 */
const FIRST_UNSUPPORTED = "3.268.0";

export const ACCEPTED = `${RELEASE} or newer and older than ${FIRST_UNSUPPORTED}`;

function numbers(version: string): [number, number, number] | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim());
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Negative if `a` is older than `b`. A suffix such as `-alpha` is ignored. */
export function compareVersions(a: string, b: string): number {
  const left = numbers(a) ?? [0, 0, 0];
  const right = numbers(b) ?? [0, 0, 0];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** Whether a CLI of this version works with the pinned SDK. */
export function isSupported(version: string): boolean {
  return (
    numbers(version) !== undefined &&
    compareVersions(version, RELEASE) >= 0 &&
    compareVersions(version, FIRST_UNSUPPORTED) < 0
  );
}
