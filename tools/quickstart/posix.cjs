// CommonJS, because start.mjs of the quickstart runs before anything is installed.

/** Throws on Windows: these scripts use process groups and POSIX tools. */
function requirePosix() {
  if (process.platform !== "win32") return;
  throw new Error(
    "The scripts of this repository run on Linux and macOS; on Windows, run them in WSL. " +
      "The published packages need none of them: there, run `pulumi` and `npx app-platform-backend` as usual.",
  );
}

module.exports = { requirePosix };
