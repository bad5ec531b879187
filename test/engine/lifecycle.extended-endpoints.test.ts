import { runMatrix } from "./support/matrix.js";
import { throughFrontend } from "./support/stack.js";

runMatrix("extended", [throughFrontend === "native" ? "Container" : "Database"]);
