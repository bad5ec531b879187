import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The package of the local platform is not installed. */
export class BackendNotInstalledError extends AppPlatformError {
  static readonly code = "AP6004";
  static readonly title = "The local platform is not installed";
  static readonly when = "`app-platform backend` finds no package `app-platform-backend`.";
  static readonly cause = "The local platform is a package of its own, which is not installed with the provider.";
  static readonly mend = "Install it in the project: `npm install --save-dev app-platform-backend`.";

  constructor(folder: string, version: string) {
    super(BackendNotInstalledError.code, {
      what: `The package app-platform-backend must be installed; it is found neither from ${folder} nor beside this command.`,
      todo: `install it: npm install --save-dev app-platform-backend@${version}`,
    });
  }
}
