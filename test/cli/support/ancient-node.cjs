// Loaded first by NODE_OPTIONS: makes the process a Node.js that cannot load the command, as far as it says.
Object.defineProperty(process, "versions", { value: { ...process.versions, node: "16.20.2" } });
