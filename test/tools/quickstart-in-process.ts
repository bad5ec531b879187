import { join } from "node:path";
import { main } from "../../tools/quickstart/main.js";

// The quickstart's second half, with files and folders of its own: quickstart-in-process.ts <folder> <arguments …>
const [folder = "", ...args] = process.argv.slice(2);

main(args, { program: join(folder, "program"), state: join(folder, "state"), local: join(folder, "local") });
