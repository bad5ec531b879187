import { z } from "zod";

/** The largest integer that the platform stores. */
export const largestInteger = 2_147_483_647;

/** An integer within these bounds. */
export function integer(min: number, max = largestInteger) {
  return z.int().min(min).max(max);
}
