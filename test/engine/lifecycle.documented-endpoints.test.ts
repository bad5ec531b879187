import { runMatrix } from "./support/matrix.js";
import { throughFrontend } from "./support/stack.js";

runMatrix("documented", [throughFrontend === "native" ? "Job" : "Container"]);
