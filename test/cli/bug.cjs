// Loaded first by NODE_OPTIONS: the first write of a result fails in a way that no command foresees.
const write = process.stdout.write.bind(process.stdout);
let isPlanted = true;
process.stdout.write = (...args) => {
  if (!isPlanted) return write(...args);
  isPlanted = false;
  throw new Error("planted");
};
