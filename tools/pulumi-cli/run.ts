import { pulumiEnvironment } from "./environment.js";
import { runPulumi } from "./foreground.js";
import { interruptible } from "./interruptible.js";

// `npm run pulumi -- <args>`. npm starts scripts in the package's folder; INIT_CWD is where the person was.
interruptible(async (signal) => {
  const env = { ...process.env, ...(await pulumiEnvironment({ search: { signal } })) };
  return runPulumi(process.argv.slice(2), { cwd: process.env.INIT_CWD ?? process.cwd(), env, interactive: true });
});
