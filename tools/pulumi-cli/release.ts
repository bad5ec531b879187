/** The release that is installed or built when none is found: the one that the SDK is pinned to. */
export const RELEASE = "3.246.0";

/** Newer language hosts are in a module that Go's proxy does not serve; this one runs TypeScript programs under RELEASE. */
export const LANGUAGE_HOST_RELEASE = "3.68.0";

/**
 * An older CLI than the SDK is refused by the SDK's Automation API. From this release on the engine looks for a dynamic
 * provider's code in a resource's inputs, where the pinned SDK does not put it, so `get()` fails.
 */
const FIRST_UNFIT = "3.268.0";

export const ACCEPTED = `${RELEASE} or newer, but older than ${FIRST_UNFIT}`;

function numbers(version: string): [number, number, number] | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim());
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Negative when `a` is older than `b`; what follows the three numbers (`-alpha…`) does not count. */
export function compareVersions(a: string, b: string): number {
  const left = numbers(a) ?? [0, 0, 0];
  const right = numbers(b) ?? [0, 0, 0];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** Whether a CLI of this version serves the pinned SDK. */
export function fits(version: string): boolean {
  return (
    numbers(version) !== undefined &&
    compareVersions(version, RELEASE) >= 0 &&
    compareVersions(version, FIRST_UNFIT) < 0
  );
}
