/** The CLI writes dots while it waits (`@ updating....`), now and then at the beginning of another line. */
export const withoutDots = (output: string): string => output.replace(/^(?:@ [a-z ]+)?\.+/gm, "");
