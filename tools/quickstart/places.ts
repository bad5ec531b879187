import { join } from "node:path";
import { CHECKOUT, localFolder } from "../pulumi-cli/search.js";

/** The files and folders of the quickstart. Tests use their own, so that they do not disturb the real ones. */
export interface Places {
  /** The folder of Pulumi.yaml. */
  readonly project: string;
  /** The state of the stack. */
  readonly state: string;
  /** The data and the log of the platform. */
  readonly local: string;
}

/** The repository root is the project. */
export const PLACES: Places = {
  project: CHECKOUT,
  state: join(localFolder(process.env), "state"),
  local: join(localFolder(process.env), "quickstart"),
};

/** The program, relative to the project. */
export const PROGRAM = "examples/quickstart/index.ts";
