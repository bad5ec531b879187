/** The classes of both providers, for programs with resources of each. */
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";

export const sdks = { dynamic, native };
export type Frontend = keyof typeof sdks;

/** Through which providers two resources may be managed. */
export const frontendPairs: [one: Frontend, other: Frontend][] = [
  ["dynamic", "dynamic"],
  ["native", "native"],
  ["dynamic", "native"],
  ["native", "dynamic"],
];
