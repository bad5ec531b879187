import type { CliCommand } from "../command.js";
import { exportCommand } from "./export.js";
import { status } from "./status.js";

/** In the order of the help. */
export const commands: readonly CliCommand[] = [exportCommand, status];
