/** What people give the fleet, and what it must be: wrong input is refused before anything starts. Workflows use this, too. */
import { z } from "zod";
import { settings } from "./settings.js";
import { OPERATIONS, type Report, type Rollout, type Wanted } from "./vocabulary.js";

/** Returns the value if it is as the schema says. Otherwise, the error names each part of it that isn't. */
export function checked<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const lines = error.issues.map(({ path, message }) => {
    const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    return place === "" ? `  ${message}` : `  ${place.replace(/^\./, "")}: ${message}`;
  });
  throw new Error([`Wrong ${what}:`, ...lines].join("\n"));
}

/** Refuses a second entry with the same name. */
function unique<T extends { readonly name: string }>(entries: readonly T[], context: z.RefinementCtx): void {
  for (const [index, { name }] of entries.entries()) {
    if (entries.findIndex((other) => other.name === name) === index) continue;
    context.addIssue({ code: "custom", path: [index, "name"], message: `${JSON.stringify(name)} is there twice` });
  }
}

const integer = z.int({ error: "must be an integer" });
const positive = integer.min(1, "must be at least 1");
/** Part of the names of a queue and of a file. */
const platform = z
  .string("must be the name of a platform")
  .regex(/^\w[\w-]*$/, "must be the name of a platform: letters, digits, `-` and `_`");
/** A workflow ID, and the name of a stack. */
const environmentName = z
  .string("must be the name of an environment")
  .regex(/^[\w.-]{1,100}$/, "must be 1 to 100 letters, digits, `-`, `_` and `.`, as the name of a stack");
/** Node.js has no longer timers. */
const mostMinutes = 35_000;

/** The signal `want`. */
export const wanted = z.strictObject({
  platform,
  settings,
  timeoutMinutes: z.number().positive().max(mostMinutes).optional(),
  attempts: positive.optional(),
}) satisfies z.ZodType<Wanted>;

export const entries = z
  .array(wanted.extend({ name: environmentName }), "must be a list of environments")
  .superRefine(unique);

const share = /^(?:100|\d?\d(?:\.\d+)?)%$/;
const wave = z
  .string()
  .refine(
    (end) => /^0*[1-9]\d*$/.test(end) || (share.test(end) && Number.parseFloat(end) > 0),
    "must be a number of environments from 1, such as 5, or a share up to 100%, such as 10%",
  );

const operation = z.enum(OPERATIONS);

/** The signal `wish`. */
export const wish = z.strictObject({ operation, previous: z.boolean().optional(), rollout: z.string().min(1) });

export const environment = z.looseObject({ wanted: wanted.optional(), wish: wish.optional() });

const report = z.looseObject({ operation, state: z.enum(["done", "drifted", "failed", "cancelled", "replaced"]) });
/** The values of the signal `finished`. */
export const finished = z.tuple([z.string(), report as unknown as z.ZodType<Report>]);

const flag = z.boolean().optional();
export const rollout: z.ZodType<Rollout> = z
  .strictObject({
    ...{ operation, previous: flag, all: flag, perPlatform: positive.optional() },
    names: z.array(environmentName).optional(),
    waves: z.array(wave).min(1).optional(),
    failures: integer.min(0, "must be at least 0").optional(),
  })
  .refine((given) => ["up", "preview"].includes(given.operation) || given.names || given.all, {
    ...{ path: ["names"], message: "must name environments, or `all` must be true" },
  });

const digits = z.string().regex(/^\d+$/, "must be an integer").transform(Number);

/** The values of options, as the command line spells them. */
export const options = z.object({
  waves: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(wave))
    .optional(),
  failures: digits.optional(),
  "at-once": digits.pipe(positive).default(20),
});

/** The variables of a worker. */
export const variables = z.object({
  FLEET_PLATFORMS: z
    .string("must name the platforms of this worker and their parallel runs, such as eu:4,us:2")
    .transform((text) =>
      text.split(",").map((part) => {
        const [name = "", runs = "2", ...more] = part.split(":");
        return { name, runs: more.length === 0 && /^\d+$/.test(runs) ? Number(runs) : Number.NaN };
      }),
    )
    .pipe(z.array(z.object({ name: platform, runs: positive })).superRefine(unique)),
  FLEET_STOP_SECONDS: digits.optional(),
  FLEET_METRICS: z
    .string()
    .regex(/^\S+:\d+$/, "must be an address with a port, such as 0.0.0.0:9464")
    .optional(),
  FLEET_BUILD: z.string().min(1).optional(),
});
