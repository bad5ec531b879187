/** What uses the accesses of clusters to secret managers. None of these endpoints is in the API document. */
import { z } from "zod";
import { listAssociatedServices, listExternalSecrets } from "../operations/secret-manager-accesses.js";
import { associatedService } from "../resources/associated-service.js";
import { text } from "../schema/texts.js";
import { extended, type Route, results, success } from "./route.js";

const tag = {
  name: "secretManagerAccess",
  description: "Accesses of clusters to secret managers: a cluster lists them, and external secrets use them.",
};
const one = "/secretManagerAccess/{secretManagerAccessId}";

export const secretManagerRoutes: readonly Route[] = [
  extended({
    operation: "listExternalSecrets",
    summary: "List the names of the secrets in a secret manager; here, of those that variables use",
    tag,
    method: "GET",
    path: `${one}/secrets`,
    query: { namePrefix: { description: "How the names begin; all if omitted.", schema: z.string() } },
    response: results(text),
    success: success.read,
    run: listExternalSecrets,
  }),
  extended({
    operation: "listSecretManagerServices",
    summary: "List what uses an access to a secret manager",
    tag,
    method: "GET",
    path: `${one}/associatedServices`,
    response: results(associatedService),
    success: success.read,
    run: listAssociatedServices,
  }),
];
