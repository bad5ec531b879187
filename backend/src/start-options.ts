/** Checks the options of `startPlatform`, which JavaScript programs call without types, and fills in the defaults. */
import { isSpeed } from "./clock.js";
import type { PlatformOptions } from "./in-process/local-platform.js";
import type { RunOptions } from "./running-platform.js";
import { isObject } from "./schema/values.js";
import { readSeed, readSeedFile, type SeedFile, type SeedInput } from "./seed.js";

interface Requirement {
  readonly must: string;
  fits(value: unknown): boolean;
}

const isText = (value: unknown) => typeof value === "string" && value !== "";

const requirements: Readonly<Record<keyof PlatformOptions, Requirement>> = {
  endpoints: { must: 'be "documented" or "extended"', fits: (set) => set === "documented" || set === "extended" },
  speed: { must: 'be "instant", "manual" or a number above 0', fits: isSpeed },
  seed: {
    must: "be an object with records, or the path of a seed file",
    fits: (seed) => isText(seed) || (typeof seed === "object" && seed !== null),
  },
  data: { must: "be the path of a data file", fits: isText },
  port: {
    must: "be an integer from 0 to 65535",
    fits: (port) => Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535,
  },
  host: { must: "be an address to listen on", fits: isText },
};

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function refuseWrongOptions(options: object): void {
  if (!isObject(options)) throw new TypeError(`The options of startPlatform must be an object; got ${shown(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const requirement = requirements[name as keyof PlatformOptions];
    if (requirement === undefined) throw new TypeError(`startPlatform has no option ${name}.`);
    if (value !== undefined && !requirement.fits(value)) {
      throw new TypeError(`${name} must ${requirement.must}; got ${shown(value)}.`);
    }
  }
}

function seedOf(seed: SeedInput | string | undefined): SeedFile | undefined {
  if (seed === undefined) return undefined;
  if (typeof seed === "string") return readSeedFile(seed);
  try {
    return readSeed(seed);
  } catch (error) {
    throw new TypeError(`The seed can't be used: ${(error as Error).message}.`);
  }
}

export function checkedOptions(options: PlatformOptions): RunOptions {
  refuseWrongOptions(options);
  return {
    endpoints: options.endpoints ?? "documented",
    speed: options.speed ?? "instant",
    seed: seedOf(options.seed),
    data: options.data ?? ":memory:",
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    localSecret: undefined,
    token: undefined,
    signingKey: undefined,
    verbose: false,
    sharesProcess: true,
  };
}
