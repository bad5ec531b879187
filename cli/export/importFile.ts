import { schemaToken } from "../../provider/definition/names.js";
import { jsonText } from "../screen.js";
import type { Files } from "./files.js";
import type { Program } from "./program.js";
import type { Service } from "./services.js";
import { resourceName } from "./statements.js";

const placeOf = ({ definition, values }: Service) => definition.pathArgs.map((name) => values[name]).join("/");

/** What `pulumi import --file` reads: the services of the environment, each by its place and ID. */
export function importFile({ declarations }: Program): Files {
  const resources = declarations.map(({ service }) => ({
    type: schemaToken(service.definition.kind),
    name: service.variable,
    logicalName: resourceName(service),
    id: `${placeOf(service)}/${service.id}`,
  }));
  return { "import.json": `${jsonText({ resources }, 2)}\n` };
}
