// Loaded with --require: the process takes itself for one on Windows.
Object.defineProperty(process, "platform", { value: "win32" });
