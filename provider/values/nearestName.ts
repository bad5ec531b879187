/** The name that a misspelled one most likely means: equal except for case and underscores, or except for one letter. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const plain = (word: string) => word.replace(/_/g, "").toLowerCase();
  return (
    names.find((each) => plain(each) === plain(name)) ??
    names.find((each) => differsByOneLetter(plain(each), plain(name)))
  );
}

function differsByOneLetter(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
