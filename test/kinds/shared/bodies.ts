import { bodies, type KindName } from "../../platform/bodies.js";
import type { BodiesRecord, BodyPlace } from "../testRecord.js";

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
