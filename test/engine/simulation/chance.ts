/**
 * Chance that is the same for the same words. Every die of a history has words of its own, such as the step's salt and the
 * request's line: a history that is made shorter keeps the dice of what is left.
 */
export interface Chance {
  /** At least 0, below 1. */
  number(): number;
  /** An integer from `least` to `most`. */
  integer(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in `1 / probability` times. */
  happens(probability: number): boolean;
}

export function chanceOf(...words: readonly (string | number)[]): Chance {
  let state = hash(words.join("\n"));
  // mulberry32
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    integer,
    pick: (list) => list[integer(0, list.length - 1)] as (typeof list)[number],
    happens: (probability) => number() < probability,
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
