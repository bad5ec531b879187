/** Whether everything is run, as `npm run test:full` does, or only what stands for it. */
export const isFull = process.env.FULL === "1";

/** All of these with `FULL=1`; without it, one of `every`, others for each place in a table. */
export function sample<T>(all: readonly T[], place: number, every: number): T[] {
  return all.filter((_, index) => isFull || (index + place) % every === 0);
}
