import { writeFileSync } from "node:fs";
import { type LockedPackage, lockFile, type MissingPackage, missingPackages, readLock } from "./lock.js";

// Adds to package-lock.json the optional packages for other systems that `npm install` dropped because its registry does not
// serve them. System and processor are told from the names, which end in them.

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"];

function entryOf({ name, version, isDev }: MissingPackage): LockedPackage {
  const parts = (name.split("/").at(-1) ?? "").split("-");
  const os = systems.find((each) => parts.includes(each));
  const cpu = processors.find((each) => parts.includes(each));
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not tell its system and processor`);
  const libc = parts.some((part) => part.startsWith("musl"))
    ? "musl"
    : parts.some((part) => part.startsWith("gnu"))
      ? "glibc"
      : undefined;
  return {
    version,
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    ...(isDev ? { dev: true } : {}),
    optional: true,
    os: [os],
  };
}

const lock = readLock();
const missing = missingPackages(lock);
const added = missing.map((each) => [`node_modules/${each.name}`, entryOf(each)] as const);
const packages = Object.fromEntries(
  [...Object.entries(lock.packages), ...added].sort(([one], [other]) => (one < other ? -1 : 1)),
);
writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
process.stdout.write(`${added.length} packages added\n`);
