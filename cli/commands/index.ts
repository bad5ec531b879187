import type { CliCommand } from "../command.js";
import { cancel } from "./cancel.js";
import { deploy } from "./deploy.js";
import { diff } from "./diff.js";
import { logs } from "./logs.js";
import { status } from "./status.js";

/** In the order of the help. */
export const commands: readonly CliCommand[] = [status, deploy, cancel, logs, diff];
