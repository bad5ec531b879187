/** Chance that comes again with its seed, or with its words. */
export interface Chance {
  /** At least 0, below 1, like Math.random. */
  next(): number;
  below(limit: number): number;
  integer(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in `1 / probability` times. */
  happens(probability: number): boolean;
}

/**
 * Dice of a seed, or of words: every die of a history has words of its own, such as the step's salt and the request's line, so that a
 * history that is cut keeps the dice of what is left.
 */
export function chanceOf(seed: number | string, ...words: readonly (string | number)[]): Chance {
  let state = typeof seed === "number" && words.length === 0 ? seed : hash([seed, ...words].join("\n"));
  // Mulberry32: small, and even enough to choose steps with.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    integer: (least, most) => least + below(most - least + 1),
    pick: (list) => list[below(list.length)] as never,
    happens: (probability) => next() < probability,
  };
}

/** FNV-1a, then mixed, so that words that differ little give dice that differ much. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
