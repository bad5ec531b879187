import { schemaToken } from "../../provider/definition/typeToken.js";
import type { Files } from "./files.js";
import type { Program } from "./program.js";
import { resourceName } from "./statements.js";

/** What `pulumi import --file` reads: the services of the environment, each by its place and ID. */
export function importFile({ environmentId, declarations }: Program): Files {
  const resources = declarations.map(({ service }) => ({
    type: schemaToken(service.definition.kind),
    name: service.variable,
    logicalName: resourceName(service),
    id: `${environmentId}/${service.id}`,
  }));
  return { "import.json": `${JSON.stringify({ resources }, null, 2)}\n` };
}
