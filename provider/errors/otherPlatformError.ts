import { AppPlatformError } from "./appPlatformError.js";

/** Lookups of the program have read another platform than the one that has the resources. */
export class OtherPlatformError extends AppPlatformError {
  static readonly code = "AP1003";

  constructor(label: string, connection: string, read: string, own: string) {
    const through = connection === "" ? "" : ` through the connection "${connection}"`;
    super(OtherPlatformError.code, {
      what: `${label}: lookups of the program read ${read}${through}, but resources are on ${own}.`,
      todo: [
        "set the address and token in the stack configuration, which lookups and resources read",
        "set the same variables in the environment of the program's process as in `envVars` of its workspace",
      ],
    });
  }
}
