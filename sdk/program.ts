import * as pulumi from "@pulumi/pulumi";
import { type LookupAddresses, writeLookups } from "../provider/engine/hints.js";
import type { AppPlatformError } from "../provider/errors/appPlatformError.js";
import type { Platforms } from "../provider/platform/platform.js";

const withoutEngine = {};

/** Identifies the running program, by its connection to the engine. A process may run several at the same time. */
export function currentProgram(): object {
  return pulumi.runtime.getMonitor() ?? withoutEngine;
}

/** Texts that were shown, by program. */
const shown = new WeakMap<object, Set<string>>();

export function warnOnce(text: string): void {
  const program = currentProgram();
  const texts = shown.get(program) ?? new Set();
  shown.set(program, texts);
  if (texts.has(text)) return;
  texts.add(text);
  void pulumi.log.warn(text);
}

/** The platforms of each program. All lookups of a program share them, and so share requests. */
const platformsOf = new WeakMap<object, Platforms>();

/** @param make Makes them for the first lookup. */
export function programPlatforms(make: () => Platforms): Platforms {
  const program = currentProgram();
  const known = platformsOf.get(program) ?? make();
  platformsOf.set(program, known);
  return known;
}

/** A list that was read earlier in this run doesn't have what was created since. */
export function forgetLists(): void {
  platformsOf.get(currentProgram())?.forgetLists();
}

/** The addresses that the lookups of each program have used, by connection. */
const addressesOf = new WeakMap<object, Record<string, string>>();

function addresses(): Record<string, string> {
  const program = currentProgram();
  const known = addressesOf.get(program) ?? {};
  addressesOf.set(program, known);
  return known;
}

export function rememberAddress(connection: string | undefined, address: string): void {
  addresses()[connection ?? ""] = address;
}

/** The addresses that lookups have used once the arguments of a resource are known. */
export function usedByLookups(known: Promise<unknown>): Promise<string | undefined> {
  const used: LookupAddresses = addresses();
  return known.then(() => writeLookups(used));
}

/** An error of ours for a program: Pulumi prints a stack trace for all errors but its own run errors. */
export function programError(error: AppPlatformError): pulumi.RunError {
  return Object.assign(new pulumi.RunError(error.message), { code: error.code, cause: error });
}
