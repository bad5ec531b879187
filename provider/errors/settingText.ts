/**
 * Settings in advice. Which place a setting has its value from is known only where the platform is, so that texts contain a mark instead,
 * which `withSettings` replaces.
 */

/** In words, where a setting is set or, with a value, how to set it. */
export type SettingWords = (name: string, value?: string, isForDestroy?: boolean) => string;

const [begin, end] = ["\uE000", "\uE001"];

/** Where the setting is set: `APP_PLATFORM_BASE_URL`. */
export function settingNamed(name: string): string {
  return `${begin}${name}${end}`;
}

/** How to set it: `pulumi config set app-platform:endpoints extended`. */
export function toSet(name: string, value: string): string {
  return `${begin}${name}=${value}${end}`;
}

/** The same where the next run may be a destroy, which uses the stack configuration of the last `up`. */
export function toSetForDestroy(name: string, value: string): string {
  return `${begin}${name}=${value}!${end}`;
}

/** What to do if the platform's endpoints can't do something that the extended ones can. */
export const useExtended = `use the extended endpoints, if your platform serves them: ${toSet("endpoints", "extended")}`;

const marks = new RegExp(`${begin}(\\w+)(?:=(\\w+)(!?))?${end}`, "g");

/** @param find Only called if the text has settings; it may find nothing. */
export function withSettings(text: string, find: () => SettingWords | undefined = () => undefined): string {
  if (!text.includes(begin)) return text;
  const words = find() ?? byStack;
  return text.replace(marks, (_, name: string, value?: string, last = "") => words(name, value, last === "!"));
}

/** For texts outside of a platform: as the stack configuration has it. */
function byStack(name: string, value?: string): string {
  return value === undefined ? `app-platform:${name}` : `pulumi config set app-platform:${name} ${value}`;
}
