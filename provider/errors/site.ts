// Generated from tools/release/address.json by `npm run generate`. Do not edit.

/** Address of the documentation site, with a slash at the end; nothing as long as it has none. */
export const site: string | undefined = undefined;
