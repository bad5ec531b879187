// Loaded first by NODE_OPTIONS: fails in a way that no command foresees, in a callback or with the first write of a result.
if (process.env.PLANTED_BUG === "callback") {
  process.nextTick(() => {
    throw new Error("planted");
  });
} else {
  const write = process.stdout.write.bind(process.stdout);
  let isPlanted = true;
  process.stdout.write = (...args) => {
    if (!isPlanted) return write(...args);
    isPlanted = false;
    throw new Error("planted");
  };
}
