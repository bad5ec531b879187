import { bodies, type KindName } from "../../platform/bodies.js";
import type { SeededIds } from "../../platform/platform.js";
import type { Values } from "../../provider.js";
import type { Args } from "../lifecycleRecord.js";
import { asProgram } from "./spelling.js";

/** The service that the tests of adoption create by hand, as a program would declare it: its name and these members. */
export function existingArgs(service: KindName, ids: SeededIds, members: string): Args {
  const full = asProgram(bodies[service].full(ids) as Values);
  const given = ["name", ...members.split(" ")].map((member) => [member, full[member]]);
  return { environmentId: ids.environment, ...Object.fromEntries(given) };
}
