/** A PostgreSQL server for a measurement, from the binaries of Debian's package `postgresql` or of the `PATH`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const VERSIONS = "/usr/lib/postgresql";

export interface Postgres {
  /** Of the database `postgres`, as its superuser. Pulumi's state backend and `pg` both take it. */
  readonly url: string;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

/** Starts an empty server on a free port of the loopback interface, in about a second. */
export async function startPostgres(): Promise<Postgres> {
  const binaries = findBinaries();
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  // Without fsync: the data is deleted at the end, whatever happens to the machine.
  const init = ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8"];
  execFileSync(join(binaries, "initdb"), [...init, "--locale", "C"], { ...user, cwd: folder, stdio: "pipe" });
  const port = await freePort();
  const settings = ["fsync=off", "synchronous_commit=off", `unix_socket_directories=${folder}`, "max_connections=200"];
  const args = ["-D", data, "-h", "127.0.0.1", "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(binaries, "postgres"), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  // A test that is killed leaves no server behind.
  const endWithProcess = () => server.kill("SIGQUIT");
  process.once("exit", endWithProcess);
  const stop = async () => {
    process.off("exit", endWithProcess);
    // "Immediate": open connections are closed, and nothing is written.
    server.kill("SIGQUIT");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(binaries, port, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`, stop };
}

/** The folder of `initdb` and `postgres`: Debian keeps them outside of the `PATH`, in a folder for each version. */
function findBinaries(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(VERSIONS, version, "bin")), ...pathFolders()];
  const found = folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
  if (found === undefined) {
    throw new Error("PostgreSQL's initdb and postgres must be installed: `apt-get install postgresql` on Debian.");
  }
  return found;
}

const pathFolders = () => (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");

/** Who runs the server: PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | { uid?: never } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function untilReady(binaries: string, port: number, server: ChildProcess): Promise<void> {
  let log = "";
  server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    log += chunk;
  });
  for (const start = Date.now(); Date.now() - start < 30_000; ) {
    if (server.exitCode !== null) break;
    if (isReady(binaries, port)) return;
    await delay(50);
  }
  throw new Error(`PostgreSQL wasn't ready after 30 s, or has ended:\n${log}`);
}

function isReady(binaries: string, port: number): boolean {
  try {
    execFileSync(join(binaries, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]);
    return true;
  } catch {
    return false;
  }
}
