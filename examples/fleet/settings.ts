/** What a worker and the commands read from their environment. */

export function required(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === "") throw new Error(`${variable} must be set.`);
  return value;
}

function wholeNumber(variable: string, fallback: number, minimum: number): number {
  const value = Number(process.env[variable] ?? fallback);
  if (Number.isInteger(value) && value >= minimum) return value;
  throw new Error(`${variable} must be an integer of at least ${minimum}; got "${process.env[variable]}".`);
}

/** How long a worker that is not heard from keeps its environment. */
export const leaseSeconds = () => wholeNumber("FLEET_LEASE_SECONDS", 30, 10);

/** How often a failed run is tried again. */
export const retries = () => wholeNumber("FLEET_RETRIES", 4, 0);

/** Seconds before the first of these; each further one waits about twice as long. */
export const retrySeconds = () => wholeNumber("FLEET_RETRY_SECONDS", 5, 1);

/** Concurrent requests of one run. Few, so that a run does not wait long for the platform's rate limit. */
export const concurrentRequests = () => wholeNumber("FLEET_CONCURRENT_REQUESTS", 8, 1);

/**
 * The variables of a run on a platform. The token of the platform `eu` is in `APP_PLATFORM_EU_TOKEN` or, if all platforms have
 * the same, in `APP_PLATFORM_TOKEN`; `_TOKEN_FILE` for a file that contains it, and `_TOKEN_SCHEME` for how it is sent.
 */
export function variablesOf(platform: string, address: string): NodeJS.ProcessEnv {
  const prefix = `APP_PLATFORM_${platform.toUpperCase().replaceAll("-", "_")}`;
  const { [`${prefix}_TOKEN`]: token, [`${prefix}_TOKEN_FILE`]: tokenFile, ...rest } = process.env;
  const from = token === undefined && tokenFile === undefined ? "APP_PLATFORM" : prefix;
  return {
    ...rest,
    APP_PLATFORM_TOKEN: process.env[`${from}_TOKEN`],
    APP_PLATFORM_TOKEN_FILE: process.env[`${from}_TOKEN_FILE`],
    APP_PLATFORM_TOKEN_SCHEME: process.env[`${from}_TOKEN_SCHEME`],
    APP_PLATFORM_BASE_URL: address,
    APP_PLATFORM_MAX_CONCURRENT_REQUESTS: String(concurrentRequests()),
    // What a worker created before it died is adopted, although no state knows it.
    APP_PLATFORM_ON_EXISTING: "adopt",
    PULUMI_BACKEND_URL: process.env.PULUMI_BACKEND_URL ?? required("FLEET_DATABASE_URL"),
    PULUMI_CONFIG_PASSPHRASE: required("PULUMI_CONFIG_PASSPHRASE"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/** Replaces the secrets of this process in a text that others will read. */
export function withoutSecrets(text: string): string {
  const isSecret = (variable: string) => /(TOKEN|PASSPHRASE|PASSWORD)$/.test(variable);
  const passwords = ["FLEET_DATABASE_URL", "PULUMI_BACKEND_URL"].flatMap((variable) =>
    passwordOf(process.env[variable]),
  );
  const values = Object.entries(process.env).flatMap(([variable, value = ""]) => (isSecret(variable) ? [value] : []));
  // A shorter one is part of words, and no secret that would hold.
  const secrets = [...values, ...passwords].filter(({ length }) => length >= 8);
  return secrets.reduce((all, one) => all.replaceAll(one, "[secret]"), text);
}

function passwordOf(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { password } = new URL(url);
  return [password, decodeURIComponent(password)];
}
