import { AppPlatformError } from "./appPlatformError.js";

/** Look-ups of the program have read another platform than the one that has the resources. */
export class OtherPlatformError extends AppPlatformError {
  static readonly code = "AP1003";
  static readonly title = "Look-ups and resources use different platforms";
  static readonly when =
    "A look-up of the program has read another platform than the one that the resources are on. Nothing was sent for the resource.";
  static readonly cause =
    "Look-ups run in the program's process, resources in Pulumi's plugin. In an inline program of the Automation API, `envVars` of the workspace reach only the plugin.";
  static readonly mend =
    "Give both the same settings: in the stack configuration, or in the environment of the process that runs the program.";

  constructor(label: string, connection: string, read: string, own: string) {
    const through = connection === "" ? "" : ` through the connection "${connection}"`;
    super(OtherPlatformError.code, {
      what: `${label}: look-ups of the program read ${read}${through}, but resources are on ${own}.`,
      todo: [
        "set the address and token in the stack configuration, which look-ups and resources read",
        "set the same variables in the environment of the program's process as in `envVars` of its workspace",
      ],
    });
  }
}
