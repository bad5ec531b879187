import { AppPlatformError } from "../../provider/errors/appPlatformError.js";

/** The package of the local platform is not installed. */
export class BackendNotInstalledError extends AppPlatformError {
  static readonly code = "AP6004";

  constructor(folder: string, version: string) {
    super(BackendNotInstalledError.code, {
      what: `The package app-platform-backend must be installed; it is found neither from ${folder} nor beside this command.`,
      todo: `install it: npm install --save-dev app-platform-backend@${version}`,
    });
  }
}
