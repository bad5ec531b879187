/** The classes of both providers, for programs with resources of each. */
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";

export const sdks = { dynamic, native };
export type Door = keyof typeof sdks;

/** Through which doors two resources may be managed. */
export const doorPairs: [one: Door, other: Door][] = [
  ["dynamic", "dynamic"],
  ["native", "native"],
  ["dynamic", "native"],
  ["native", "dynamic"],
];
