// A process of its own, so that whatever it waits for can be ended: node vendor-installer.cjs <root>
// The SDK installs the CLI of its own release, into <root>/bin.
const { PulumiCommand } = require("@pulumi/pulumi/automation");

const REACH_LIMIT_MS = 10_000;

async function install(root) {
  // The SDK itself would wait two minutes for a site that never answers.
  await fetch("https://get.pulumi.com/install.sh", {
    method: "HEAD",
    signal: AbortSignal.timeout(REACH_LIMIT_MS),
  }).catch((error) => {
    throw new Error(`get.pulumi.com cannot be reached (${error.cause?.message ?? error.message})`);
  });
  await PulumiCommand.install({ root });
}

install(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
