import { z } from "zod";

/** What differs between environments: a row's `settings`. They are kept in plain text, so none of them may be a secret. */
export const settings = z.strictObject({
  /** Environment on the platform. */
  environmentId: z.guid(),
  registryId: z.guid(),
  /** Version of the shop. */
  tag: z.string().min(1),
});
export type Settings = Readonly<z.infer<typeof settings>>;
