// Plain JavaScript: the first steps run before anything is installed.
const CLEAR_LINE = "\r\u001b[2K";

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Shows a step from its start, with the time it takes; on a terminal its one line is rewritten. */
function beginStep(title, screen = process.stdout) {
  const started = Date.now();
  let text = title;
  const show = () => {
    const line = `  … ${text} (${seconds(started).replace(/\.\d/, "")})`;
    screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, (screen.columns || 80) - 1) : `${line}\n`);
  };
  if (screen.isTTY) show();
  // A log gets a line only for what takes long.
  const timer = setInterval(show, screen.isTTY ? 1_000 : 15_000);
  const end = (mark, shown) => {
    clearInterval(timer);
    screen.write(`${screen.isTTY ? CLEAR_LINE : ""}  ${mark} ${shown} (${seconds(started)})\n`);
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

/** A step that shows something of its own on the screen between its first and its last line. */
function openStep(title, screen = process.stdout) {
  const started = Date.now();
  screen.write(`  … ${title}\n\n`);
  return {
    done: (result) => screen.write(`  ✓ ${result ?? title} (${seconds(started)})\n`),
    fail: () => screen.write(`  ✗ ${title} (${seconds(started)})\n`),
  };
}

module.exports = { beginStep, openStep };
