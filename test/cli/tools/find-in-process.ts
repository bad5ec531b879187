import { findPulumi } from "../../../tools/fetch/pulumi-cli/find.js";
import { interruptible } from "../../../tools/fetch/pulumi-cli/interruptible.js";
import { defaultSearch } from "../../../tools/fetch/pulumi-cli/search.js";

// Does what `where.ts` does, on a machine that cannot reach the vendor.
void interruptible(async (signal) => {
  const { folder } = await findPulumi(defaultSearch({ vendorUrl: "http://127.0.0.1:65535/", signal }));
  process.stdout.write(`${folder}\n`);
  return 0;
});
