import { join } from "node:path";
import { CHECKOUT } from "../pulumi-cli/search.js";

/** The files and folders that the quickstart works with. Tests bring their own, so as not to disturb what is really there. */
export interface Places {
  /** The Pulumi project. */
  readonly program: string;
  /** The stack's state. */
  readonly state: string;
  /** The platform's data and log. */
  readonly local: string;
}

export const PLACES: Places = {
  program: join(CHECKOUT, "examples/quickstart"),
  state: join(CHECKOUT, ".local/state"),
  local: join(CHECKOUT, ".local/quickstart"),
};
