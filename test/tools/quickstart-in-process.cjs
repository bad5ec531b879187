// The quickstart's second half, loaded as start.mjs loads it, with files and folders of its own:
// quickstart-in-process.cjs <folder> <arguments …>
const { join } = require("node:path");

require("tsx/cjs/api").register();
const { main } = require("../../tools/quickstart/main.ts");

const [folder, ...args] = process.argv.slice(2);
main(args, { program: join(folder, "program"), state: join(folder, "state"), local: join(folder, "local") });
