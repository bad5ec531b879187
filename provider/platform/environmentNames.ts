import type { SettingName } from "./settings.js";

/** `APP_PLATFORM_BASE_URL` for `baseUrl`; `APP_PLATFORM_STAGING_BASE_URL` for the connection `staging`. */
export function environmentName(setting: SettingName, connection?: string): string {
  const words = [connection, setting].filter((word) => word !== undefined).map(upperSnake);
  return ["APP_PLATFORM", ...words].join("_");
}

/** How messages spell the name of a connection: as it is, and in the names of its environment variables. */
export function spellingsOf(connection: string): readonly string[] {
  return [connection, upperSnake(connection)];
}

function upperSnake(word: string): string {
  return word
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}
