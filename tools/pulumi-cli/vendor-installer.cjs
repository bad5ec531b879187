// Runs as its own process, so that it can be stopped while it waits: node vendor-installer.cjs <root> <version> [address]
// Downloads the vendor's script and installs the CLI of the version into <root>/bin with it. The SDK has a function for this, too, but
// its download does not use the proxy that HTTPS_PROXY and NO_PROXY name.
const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { EnvHttpProxyAgent, fetch } = require("undici");

const CONNECT_TIMEOUT_MS = 10_000;
const isWindows = process.platform === "win32";
const scriptName = isWindows ? "install.ps1" : "install.sh";

async function download(address) {
  const { host } = new URL(address);
  const response = await fetch(new URL(scriptName, address), {
    dispatcher: new EnvHttpProxyAgent(),
    signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
  }).catch((error) => {
    throw new Error(`${host} cannot be reached (${error.cause?.message ?? error.message})`);
  });
  if (!response.ok) throw new Error(`${host} responded ${response.status} for ${scriptName}`);
  return response.text();
}

function commandFor(script, root, version) {
  if (!isWindows) return ["/bin/sh", [script, "--no-edit-path", "--install-root", root, "--version", version]];
  const options = ["-NoProfile", "-InputFormat", "None", "-ExecutionPolicy", "Bypass", "-File", script];
  return ["powershell.exe", [...options, "-NoEditPath", "-InstallRoot", root, "-Version", version]];
}

async function install(root, version, address = "https://get.pulumi.com/") {
  const text = await download(address);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-installer-"));
  try {
    const script = join(folder, scriptName);
    writeFileSync(script, text);
    execFileSync(...commandFor(script, root, version), { stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [root, version, address] = process.argv.slice(2);
install(root, version, address).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
