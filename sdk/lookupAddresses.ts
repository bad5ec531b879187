import { type LookupAddresses, writeLookups } from "../provider/dynamic/properties.js";
import { currentProgram } from "./currentProgram.js";

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
