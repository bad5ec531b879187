import { runMatrix } from "./matrix.js";
import { throughDoor } from "./stack.js";

runMatrix("documented", [throughDoor === "native" ? "Job" : "Container"]);
