import { runMatrix } from "./support/matrix.js";
import { throughDoor } from "./support/stack.js";

runMatrix("extended", [throughDoor === "native" ? "Container" : "Database"]);
