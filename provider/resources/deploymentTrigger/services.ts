import { z } from "zod";
import { isAbsent, isObject } from "../../schema/json.js";

/** What the engine passes on for a service that a program gives as a resource. */
export interface ServiceSelection {
  readonly kind: string;
  readonly id: string;
  readonly [version: string]: string | undefined;
}

const service = z
  .custom<ServiceSelection>((value) => isObject(value) && typeof value.kind === "string" && !isAbsent(value.id))
  .meta({ description: "A service, as a resource, or with the version to deploy." });

/** Services to deploy, passed as resources. */
export const services = z.array(service).optional().meta({
  description:
    'Services to deploy, as resources: `[db, web, { service: app, gitCommitId: "4f2a…" }]`. The list, ID and tag of each are derived. A service is deployed again when any of its arguments changes, and a version is sent only if the program has set a new one, or for the first deployment. A service that is selected by ID, or that the program only reads (`get`), is not tracked.',
  key: "id",
});
