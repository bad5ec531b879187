import type { CliCommand } from "../command.js";
import { backend } from "./backend.js";
import { completion } from "./completion.js";
import { doctor } from "./doctor.js";
import { exportCommand } from "./export.js";
import { status } from "./status.js";

/** In the order of the help. */
export const commands: readonly CliCommand[] = [doctor, exportCommand, status, backend, completion];
