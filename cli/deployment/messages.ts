import type { Platform } from "../../provider/platform/platform.js";
import type { Output } from "../output.js";

const clearLine = "\r\u001b[2K";

/** The platform with messages on lines of their own, also while a line of progress is shown. */
export function announcing(platform: Platform, output: Output): Platform {
  const announce = (text: string) => output.note(process.stderr.isTTY ? `${clearLine}${text}` : text);
  return { ...platform, warn: announce, info: announce };
}
