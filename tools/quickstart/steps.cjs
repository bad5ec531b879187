// Plain JavaScript, because the first steps run before anything is installed.
const CLEAR_LINE = "\r\u001b[2K";

/** `4.2 s`, or `3:07 min`. */
function time(since, digits = 1) {
  const seconds = (Date.now() - since) / 1000;
  if (seconds < 60) return `${seconds.toFixed(digits)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")} min`;
}

/** Shows a step and its elapsed time from the start; on a terminal, its line is rewritten. */
function beginStep(title, screen = process.stdout) {
  const started = Date.now();
  let text = title;
  const show = () => {
    const line = `  … ${text} (${time(started, 0)})`;
    screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, (screen.columns || 80) - 1) : `${line}\n`);
  };
  if (screen.isTTY) show();
  // A log gets a line only for a step that takes long.
  const timer = setInterval(show, screen.isTTY ? 1_000 : 15_000);
  const end = (mark, shown) => {
    clearInterval(timer);
    screen.write(`${screen.isTTY ? CLEAR_LINE : ""}  ${mark} ${shown} (${time(started)})\n`);
  };
  return {
    say(what) {
      text = what === undefined ? title : `${title}: ${what}`;
      if (screen.isTTY || what !== undefined) show();
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
