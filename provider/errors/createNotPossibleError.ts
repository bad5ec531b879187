import { AppPlatformError } from "./appPlatformError.js";

/** The endpoint set in use has no call that creates a resource of this kind. Found at preview; nothing was sent. */
export class CreateNotPossibleError extends AppPlatformError {
  static readonly code = "AP2008";
  static readonly title = "The endpoints cannot create the resource";
  static readonly when =
    "The endpoint set in use has no call that creates a resource of this kind. Found at preview; nothing was sent.";
  static readonly cause = "The platform serves the documented endpoints only, and they have no create for this kind.";
  static readonly mend = "Use the extended endpoints, if the platform serves them.";
  static readonly unreachable =
    "Every kind of this version has a documented endpoint that creates it, so no run shows this error.";

  constructor(label: string) {
    super(CreateNotPossibleError.code, {
      what: `${label} cannot be created: the platform's endpoints have no call for this kind.`,
      todo: "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
    });
  }
}
