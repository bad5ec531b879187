import { bodies, type KindName } from "../../platform/support/bodies.js";
import type { SeededIds } from "../../platform/support/platform.js";
import type { Values } from "../../support/provider.js";
import type { Args, BodiesRecord, BodyPlace } from "../testRecord.js";
import { asProgram } from "./programFormat.js";

/** The requests of a service of the backend's tests, which were transcribed from the API document. */
export function serviceBodies(
  service: KindName,
  { number = ["cpu"], list }: { readonly number?: BodyPlace; readonly list: BodyPlace },
): BodiesRecord {
  const { minimal, full } = bodies[service];
  return {
    first: minimal,
    other: (ids) => ({ ...full(ids), name: `another ${service}` }),
    text: ["description"],
    number,
    list,
  };
}

/** The service that the tests of adoption create by hand, as a program would declare it: its name and these members. */
export function existingArgs(service: KindName, ids: SeededIds, members: string): Args {
  const full = asProgram(bodies[service].full(ids) as Values);
  const specified = ["name", ...members.split(" ")].map((member) => [member, full[member]]);
  return { environmentId: ids.environment, ...Object.fromEntries(specified) };
}
