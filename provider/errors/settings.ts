/** What is wrong with the settings of a platform or a run: found before the first request. */
import { coded } from "./appPlatformError.js";

/**
 * A setting is missing or invalid.
 *
 * @param problems Each is a sentence that begins with the name of the setting.
 */
export class ConfigurationError extends coded(
  "AP1001",
  (problems: readonly string[], todo: string | readonly string[]) => {
    const [first = "", ...others] = problems;
    return others.length === 0
      ? { what: first, todo }
      : { what: `${problems.length} settings are invalid.`, details: problems, todo };
  },
) {}

/**
 * The access token has expired; no request was sent.
 *
 * @param now The time of this machine's clock.
 * @param file The file that contains the token, if `source` names a file.
 */
export class TokenExpiredError extends coded("AP1002", (source: string, expiredAt: Date, now: Date, file?: string) => ({
  what: `The access token from ${source} expired at ${expiredAt.toISOString()}; no request was sent.`,
  todo: [
    file === undefined ? `get a new token and set ${source} again` : `renew the file: write a new token to ${file}`,
    `set the clock of this machine, if it is wrong: it says ${now.toISOString()}`,
  ],
})) {}

/** Lookups of the program have read another platform than the one that has the resources. */
export class OtherPlatformError extends coded(
  "AP1003",
  (label: string, connection: string, read: string, own: string) => {
    const through = connection === "" ? "" : ` through the connection "${connection}"`;
    return {
      what: `${label}: lookups of the program read ${read}${through}, but resources are on ${own}.`,
      todo: [
        "set the address and token in the stack configuration, which lookups and resources read",
        "set the same variables in the environment of the program's process as in `envVars` of its workspace",
      ],
    };
  },
) {}

/** Resources lose their explicit provider, and the default one would look for them on another platform. Found at preview. */
export class ProviderGoneError extends coded("AP1004", (provider: string, before: string, now: string) => ({
  what: `Resources of the provider "${provider}" stay in the program without it: they are on ${before}, and the default provider uses ${now}.`,
  todo: [
    "give them the option `provider` again",
    "to delete them, remove them from the program while the provider is still in it; then remove the provider",
    "to leave them on their platform, remove them from the state: pulumi state delete",
    "to create new ones on the other platform, declare a provider for that, too, and give them that",
  ],
})) {}
