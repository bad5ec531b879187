// Loaded first by NODE_OPTIONS: makes the process a Node.js that is too old, as far as it says.
Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.1" } });
