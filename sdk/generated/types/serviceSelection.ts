// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

/** A service as a deployment selects it: the output `deployable` of a resource. */
export interface ServiceSelection {
  /** Kind of the service, for example `Container`. */
  kind: string;
  /** ID of the service on the platform. */
  id: string;
  [version: string]: string | undefined;
}
