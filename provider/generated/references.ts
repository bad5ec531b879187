// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

/** Services that have addresses (`linked`), and those that have variables (`owned`), by the names of references. */
export const exposedServices: readonly string[] = ["application", "container", "helm"];
export const servicesWithVariables: readonly string[] = ["application", "container", "job", "terraform", "helm"];
