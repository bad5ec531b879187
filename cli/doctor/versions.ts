/** The numbers of a version such as `v3.246.0`, without a suffix such as `-alpha.1`; nothing if it isn't a version. */
function numbersOf(version: string): number[] | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version.trim());
  return match?.slice(1).map((part) => Number(part ?? 0));
}

/** Negative if the first version is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one) ?? [], numbersOf(other) ?? []];
  const index = [0, 1, 2].find((each) => left[each] !== right[each]) ?? 0;
  return (left[index] ?? 0) - (right[index] ?? 0);
}

/** Whether a version is in a range such as `>=3.216.0 <4`, the form of the ranges in our own manifest. */
export function isWithin(version: string, range: string): boolean {
  if (numbersOf(version) === undefined) return false;
  return range.split(/\s+/).every((bound) => {
    const [, operator, limit = ""] = /^(>=|<)(.+)$/.exec(bound) ?? [];
    const order = compareVersions(version, limit);
    return operator === ">=" ? order >= 0 : operator === "<" && order < 0;
  });
}
