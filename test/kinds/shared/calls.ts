/** The calls of a resource that is created in a list and has a path of its own. */
import type { Values } from "../../provider.js";

/** Both are paths of the fixture: its IDs stand in them. */
export function ownCalls(list: string, path: string, edit: Values) {
  const spelled = [`POST ${list}`, `GET ${list}`, ...["GET", "PUT", "DELETE"].map((method) => `${method} ${path}`)];
  return {
    extendedCalls: spelled.map((call) => call.replace(/[0-9a-f-]{36}/g, "{}")),
    calls: {
      extended: {
        create: [`POST ${list}`],
        read: [`GET ${path}`],
        update: [`GET ${path}`, `PUT ${path}`],
        delete: [`DELETE ${path}`],
        edit,
      },
    },
  };
}
