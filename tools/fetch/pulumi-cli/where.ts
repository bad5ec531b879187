import { pulumiInstallation } from "./environment.js";
import { interruptible } from "./interruptible.js";

// `npm run -s pulumi:where`: standard output has only the folder, so that PATH="$(…):$PATH" works.
void interruptible(async (signal) => {
  const { folder } = await pulumiInstallation({ signal });
  process.stdout.write(`${folder}\n`);
  return 0;
});
