import { runPulumi } from "./command.js";
import { pulumiEnvironment } from "./environment.js";
import { needsSelectedStack, selectFirstStack } from "./first-stack.js";
import { interruptible } from "./interruptible.js";
import { CHECKOUT } from "./search.js";

// `npm run pulumi -- <args>`. npm starts scripts in the package's folder; INIT_CWD is the folder in which npm was called.
void interruptible(async (signal) => {
  const args = process.argv.slice(2);
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const env = { ...process.env, ...(await pulumiEnvironment({ search: { signal } })) };
  if (cwd === CHECKOUT && needsSelectedStack(args)) await selectFirstStack({ cwd, env, signal });
  signal.throwIfAborted();
  return runPulumi(args, { cwd, env, signal });
});
