// Runs as its own process, so that it can be stopped while it waits: node vendor-installer.cjs <root>
// The SDK installs the CLI of its own release into <root>/bin.
const { PulumiCommand } = require("@pulumi/pulumi/automation");

const CONNECT_TIMEOUT_MS = 10_000;

async function install(root) {
  // The SDK itself would wait two minutes for a site that never responds.
  await fetch("https://get.pulumi.com/install.sh", {
    method: "HEAD",
    signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
  }).catch((error) => {
    throw new Error(`get.pulumi.com cannot be reached (${error.cause?.message ?? error.message})`);
  });
  await PulumiCommand.install({ root });
}

install(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
