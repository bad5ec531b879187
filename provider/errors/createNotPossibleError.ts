import { AppPlatformError } from "./appPlatformError.js";

/** The endpoint set in use has no call that creates a resource of this kind, or what it owns. Found at preview; nothing was sent. */
export class CreateNotPossibleError extends AppPlatformError {
  static readonly code = "AP2008";

  /** @param owned What it cannot have, in words; omitted if the resource itself cannot be created. */
  constructor(label: string, owned?: string) {
    super(CreateNotPossibleError.code, {
      what:
        owned === undefined
          ? `${label} cannot be created: the platform's endpoints have no call for this kind.`
          : `${label} cannot have ${owned}: the platform's endpoints have no call for them.`,
      todo: "use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended",
    });
  }
}
