import { runMatrix } from "./matrix.js";

runMatrix("extended", ["Database"]);
