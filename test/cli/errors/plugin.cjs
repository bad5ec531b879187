// Runs in the plugin process of the error scenarios before anything else: what no platform and no program can bring about.
// Each part is switched on by a variable, because each is for other runs.
const timers = require("node:timers/promises");

const { ERRORS_CLOCK_FACTOR, ERRORS_PLUGIN_STATE, ERRORS_PLUGIN_PID, ERRORS_DEFECT } = process.env;

if (process.argv.some((argument) => argument.includes("dynamic-provider"))) {
  if (ERRORS_CLOCK_FACTOR !== undefined) speedUp(Number(ERRORS_CLOCK_FACTOR));
  // The plugin then finds no state of the stack, as if somebody had logged in elsewhere during the run.
  if (ERRORS_PLUGIN_STATE !== undefined) process.env.PULUMI_BACKEND_URL = ERRORS_PLUGIN_STATE;
  if (ERRORS_PLUGIN_PID !== undefined) require("node:fs").writeFileSync(ERRORS_PLUGIN_PID, String(process.pid));
  if (ERRORS_DEFECT !== undefined) failWhile(ERRORS_DEFECT);
}

/** A clock that goes faster, for waits of minutes. */
function speedUp(factor) {
  const { now } = Date;
  const start = now();
  Date.now = () => start + (now() - start) * factor;
  const elapsed = performance.now.bind(performance);
  const begin = elapsed();
  performance.now = () => begin + (elapsed() - begin) * factor;
  const sleep = timers.setTimeout;
  timers.setTimeout = (milliseconds, ...others) => sleep(milliseconds / factor, ...others);
}

/** A bug: requests with this name cannot be written. */
function failWhile(name) {
  const { stringify } = JSON;
  JSON.stringify = (value, ...others) => {
    if (value?.name === name) throw new TypeError("Cannot read properties of undefined (reading 'id')");
    return stringify(value, ...others);
  };
}
