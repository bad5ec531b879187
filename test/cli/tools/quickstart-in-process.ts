import { join } from "node:path";
import { main } from "../../../tools/quickstart/main.js";

// The second half of the quickstart, in folders of the test: quickstart-in-process.ts <folder> <arguments …>
const [folder = "", ...args] = process.argv.slice(2);

main(args, { project: join(folder, "project"), state: join(folder, "state"), local: join(folder, "local") });
