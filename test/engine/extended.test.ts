import { runMatrix } from "./matrix.js";
import { throughDoor } from "./stack.js";

runMatrix("extended", [throughDoor === "native" ? "Container" : "Database"]);
