import { extended } from "./expectations/extended.js";
import { runMatrix } from "./matrix.js";

runMatrix("extended", extended, ["Database"]);
