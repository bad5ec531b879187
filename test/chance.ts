/** Chance that comes again with its seed. */
export interface Chance {
  readonly seed: number;
  /** From 0 to 1, like Math.random. */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  let state = seed;
  // Mulberry32: small, and even enough to choose steps with.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { seed, next, below, pick: (list) => list[below(list.length)] as never };
}
