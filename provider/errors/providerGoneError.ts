import { AppPlatformError } from "./appPlatformError.js";

/** Resources lose their explicit provider, and the default one would look for them on another platform. Found at preview. */
export class ProviderGoneError extends AppPlatformError {
  static readonly code = "AP1004";

  constructor(provider: string, before: string, now: string) {
    super(ProviderGoneError.code, {
      what: `Resources of the provider "${provider}" stay in the program without it: they are on ${before}, and the default provider uses ${now}.`,
      todo: [
        "give them the option `provider` again",
        "to delete them, remove them from the program while the provider is still in it; then remove the provider",
        "to leave them on their platform, remove them from the state: pulumi state delete",
        "to create new ones on the other platform, declare a provider for that, too, and give them that",
      ],
    });
  }
}
