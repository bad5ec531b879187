// Runs a command with a short-lived access token in a file, and renews the file while the command runs:
//   node with-token.mjs pulumi up --yes
//
// The pipeline proves who it is with an ID token (OIDC) of the CI system. The identity provider at TOKEN_URL exchanges it for an
// access token of the platform (RFC 8693). No secret is stored anywhere.
import { spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const audience = process.env.TOKEN_AUDIENCE ?? "app-platform";
const folder = mkdtempSync(join(tmpdir(), "app-platform-"));
const file = join(folder, "token");

function required(name) {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} must be set`);
}

async function json(what, url, options) {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${what} failed with status ${response.status}`);
  return response.json();
}

/** GitLab passes the job's ID token as a variable (`id_tokens`). GitHub issues one on request (`id-token: write`). */
async function idToken() {
  if (process.env.CI_ID_TOKEN) return process.env.CI_ID_TOKEN;
  const url = new URL(required("ACTIONS_ID_TOKEN_REQUEST_URL"));
  url.searchParams.set("audience", audience);
  const headers = { authorization: `Bearer ${required("ACTIONS_ID_TOKEN_REQUEST_TOKEN")}` };
  return (await json("Getting an ID token", url, { headers })).value;
}

/** Writes a new token to the file, and returns its lifetime in seconds. */
async function renew() {
  const body = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: await idToken(),
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    audience,
  });
  const token = await json("Getting an access token", required("TOKEN_URL"), { method: "POST", body });
  // Renamed into place: the provider reads the file at any time, and never half of a token.
  writeFileSync(`${file}.new`, token.access_token, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return token.expires_in ?? 300;
}

function keepRenewed(lifetime) {
  const halfway = Math.max(1, lifetime / 2) * 1000;
  setTimeout(async () => {
    try {
      keepRenewed(await renew());
    } catch (error) {
      console.error(`${error.message}; trying again in 10 s.`);
      keepRenewed(20);
    }
  }, halfway).unref();
}

function run([program, ...args]) {
  const env = { ...process.env, APP_PLATFORM_TOKEN_FILE: file };
  const child = spawn(program, args, { stdio: "inherit", env });
  // Pulumi finishes the current operation and releases the lock.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

try {
  keepRenewed(await renew());
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
