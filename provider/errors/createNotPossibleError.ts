import { AppPlatformError } from "./appPlatformError.js";

/** The endpoint set in use has no call that creates a resource of this kind. Found at preview; nothing was sent. */
export class CreateNotPossibleError extends AppPlatformError {
  static readonly code = "AP2008";

  constructor(label: string) {
    super(CreateNotPossibleError.code, {
      what: `${label} cannot be created: the platform's endpoints have no call for this kind.`,
      todo: "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
    });
  }
}
