import { progressOn } from "../../cli/progress.js";
import { findPulumi } from "../../tools/pulumi-cli/find.js";
import { interruptible } from "../../tools/pulumi-cli/interruptible.js";
import { defaultSearch } from "../../tools/pulumi-cli/search.js";

// Does what `where.ts` does, with the vendor's installer that the test names: the real one would use the network.
const [vendorInstaller = ""] = process.argv.slice(2);

interruptible(async (signal) => {
  const search = defaultSearch({ vendorInstaller, signal, progress: progressOn(process.stderr) });
  const { folder } = await findPulumi(search);
  process.stdout.write(`${folder}\n`);
  return 0;
});
