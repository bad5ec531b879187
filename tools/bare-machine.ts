/**
 * `npm run test:bare`: runs `.ci/run` in a clean clone as on a machine that has only Node.js, npm, git, Go, a shell and coreutils, and
 * none of the libraries that the Chromium of an npm package brings. With `--cold`, all caches are empty at first.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { folderWith, pathFolders } from "../cli/pulumi/findPulumi.js";
import { CHECKOUT } from "./fetch/pulumi-cli/search.js";
import { outsideOfNpm } from "./release/packed.js";

const coreutils =
  "[ b2sum base32 base64 basename basenc cat chcon chgrp chmod chown cksum comm cp csplit cut date dd df dir dircolors dirname du echo env " +
  "expand expr factor false fmt fold groups head hostid id install join link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl " +
  "nohup nproc numfmt od paste pathchk pinky pr printenv printf ptx pwd readlink realpath rm rmdir runcon seq sha1sum sha224sum " +
  "sha256sum sha384sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate " +
  "tsort tty uname unexpand uniq unlink users vdir wc who whoami yes";
const programs = ["node", "npm", "npx", "git", "go", "sh", ...coreutils.split(" ")];

/** The libraries that Chromium needs besides the C library: NSS, NSPR and expat. */
const LIBRARY =
  /^lib(nss3|nssutil3|nssckbi|nssdbm3|nsssysinit|smime3|ssl3|softokn3|freebl\w*|nspr4|plc4|plds4|expat\w*)\.so/;

const report = (text: string) => process.stdout.write(`${text}\n`);

/** Fills a folder with links to the programs that the machine has. @returns their names */
function linkPrograms(folder: string): string[] {
  mkdirSync(folder);
  return programs.filter((name) => {
    const found = folderWith(name, pathFolders(process.env));
    if (found !== undefined) symlinkSync(join(found, name), join(folder, name));
    return found !== undefined;
  });
}

/** The files of the libraries: in the loader's folders, and in NSS's own folder beside them. */
function installedLibraries(): string[] {
  const listed = execFileSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  const folders = new Set([...listed.matchAll(/=> (\/.*)$/gm)].map(([, file = ""]) => realpathSync(dirname(file))));
  const files = [...folders].flatMap((folder) =>
    [folder, join(folder, "nss")]
      .filter(existsSync)
      .flatMap((each) => readdirSync(each).map((name) => join(each, name))),
  );
  const libraries = files.filter((file) => LIBRARY.test(file.slice(dirname(file).length + 1)) && existsSync(file));
  return [...new Set(libraries.map((file) => realpathSync(file)))];
}

/** Mounts an empty file over each library, for this run only, then runs `.ci/run`. */
const HIDING = `for library; do mount --bind "$EMPTY" "$library" && test ! -s "$library" || exit 99; done
PATH=$BARE_PATH; unset BARE_PATH EMPTY; exec .ci/run`;

function run(folder: string, isCold: boolean): number {
  const [path, checkout, empty, caches] = ["bin", "checkout", "empty", "caches"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  report(`PATH has only: ${linkPrograms(path).join(" ")}`);
  writeFileSync(empty, "");
  const libraries = installedLibraries();
  report(
    libraries.length === 0
      ? "This machine has neither NSS, NSPR nor expat."
      : `In a mount namespace of this run, an empty file is mounted over each of these libraries, so that nothing can load them:\n  ${libraries.join("\n  ")}`,
  );
  const changes = execFileSync("git", ["status", "--porcelain"], { cwd: CHECKOUT, encoding: "utf8" });
  if (changes !== "") report(`The clone has the last commit; it has none of these changes:\n${changes.trimEnd()}`);
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", CHECKOUT, checkout]);
  const { CHROMIUM, ...inherited } = outsideOfNpm();
  const cold = { XDG_CACHE_HOME: caches, npm_config_cache: join(caches, "npm"), GOPATH: join(caches, "go") };
  const env = { ...inherited, BARE_PATH: path, EMPTY: empty, ...(isCold ? cold : {}) };
  const asRoot = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const shell = ["sh", "-c", HIDING, "sh", ...libraries];
  const { status, error } = spawnSync("unshare", ["--mount", ...asRoot, ...shell], {
    cwd: checkout,
    env,
    stdio: "inherit",
  });
  if (error !== undefined || status === 99)
    throw new Error("This needs util-linux's unshare and mount, and the right to use them.", { cause: error });
  return status ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), "bare-machine-"));
const begun = Date.now();
try {
  process.exitCode = run(folder, process.argv.includes("--cold"));
  report(`${process.exitCode === 0 ? "Passed" : "Failed"} after ${Math.round((Date.now() - begun) / 60_000)} minutes.`);
} finally {
  // Go makes its modules read-only.
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
}
