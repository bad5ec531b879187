import { runMatrix } from "./support/matrix.js";
import { throughDoor } from "./support/stack.js";

runMatrix("documented", [throughDoor === "native" ? "Job" : "Container"]);
