import { documented } from "./expectations/documented.js";
import { runMatrix } from "./matrix.js";

runMatrix("documented", documented, ["Container"]);
