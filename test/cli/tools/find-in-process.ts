import { findPulumi } from "../../../tools/pulumi-cli/find.js";
import { interruptible } from "../../../tools/pulumi-cli/interruptible.js";
import { defaultSearch } from "../../../tools/pulumi-cli/search.js";

// Does what `where.ts` does, on a machine that cannot reach the vendor.
void interruptible(async (signal) => {
  const { folder } = await findPulumi(defaultSearch({ vendorUrl: "http://127.0.0.1:65535/", signal }));
  process.stdout.write(`${folder}\n`);
  return 0;
});
