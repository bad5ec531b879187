import { runMatrix } from "./matrix.js";

runMatrix("documented", ["Container"]);
