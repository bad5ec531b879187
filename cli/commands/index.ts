import type { CliCommand } from "../command.js";
import { backend } from "./backend.js";
import { cancel } from "./cancel.js";
import { completion } from "./completion.js";
import { deploy } from "./deploy.js";
import { diff } from "./diff.js";
import { doctor } from "./doctor.js";
import { environments } from "./environments.js";
import { example } from "./example.js";
import { explain } from "./explain.js";
import { exportCommand } from "./export.js";
import { logs } from "./logs.js";
import { migrate } from "./migrate.js";
import { native } from "./native.js";
import { status } from "./status.js";

/** In the order of the help. */
export const commands: readonly CliCommand[] = [
  doctor,
  explain,
  environments,
  exportCommand,
  migrate,
  status,
  deploy,
  cancel,
  logs,
  diff,
  native,
  example,
  backend,
  completion,
];
