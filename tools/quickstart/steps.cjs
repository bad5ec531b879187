// Plain JavaScript, because the first steps run before anything is installed.
const CLEAR_LINE = "\r\u001b[2K";

/** `4.2 s`, or `3:07 min`. */
function time(since, digits = 1) {
  const seconds = (Date.now() - since) / 1000;
  if (seconds < 60) return `${seconds.toFixed(digits)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")} min`;
}

/** How long a step may take in a log without a word, and how often it speaks afterwards. */
const SILENCE_MS = 2_000;
const REPEAT_MS = 15_000;

function isQuiet() {
  return Boolean(process.env.CI) || process.argv.includes("--quiet");
}

/**
 * Shows a step and its elapsed time: on a terminal from the start in one line that is rewritten, in a log once it takes
 * long. When quiet, only its last line.
 */
function beginStep(title, screen = process.stdout, quiet = isQuiet()) {
  const started = Date.now();
  let text = title;
  const show = () => {
    const line = `  … ${text} (${time(started, 0)})`;
    screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, (screen.columns || 80) - 1) : `${line}\n`);
  };
  const isLive = screen.isTTY && !quiet;
  if (isLive) show();
  const repeat = () => {
    show();
    timer = setTimeout(repeat, isLive ? 1_000 : REPEAT_MS);
  };
  let timer = quiet ? undefined : setTimeout(repeat, isLive ? 1_000 : SILENCE_MS);
  const end = (mark, shown) => {
    clearTimeout(timer);
    screen.write(`${isLive ? CLEAR_LINE : ""}  ${mark} ${shown} (${time(started)})\n`);
  };
  return {
    say(what) {
      text = what === undefined ? title : `${title}: ${what}`;
      if (isLive) show();
    },
    done: (result) => end("✓", result === undefined ? title : `${title}: ${result}`),
    fail: () => end("✗", title),
  };
}

/** A step whose own output appears between its first and its last line. */
function openStep(title, screen = process.stdout) {
  const started = Date.now();
  screen.write(`  … ${title}\n\n`);
  return {
    done: (result) => screen.write(`  ✓ ${result ?? title} (${time(started)})\n`),
    fail: () => screen.write(`  ✗ ${title} (${time(started)})\n`),
  };
}

module.exports = { beginStep, openStep };
