/** Number of responses that are passed on before the event loop continues. */
const atOnce = 4;

const waiting: (() => void)[] = [];

/**
 * Passes on a few of the responses that arrive together, and then lets the event loop continue before the next few. Node.js sends
 * requests, and answers to the engine, only once it has processed everything that arrived with them. With dozens of responses at the
 * same moment, the platform would wait for requests that are ready, and then the provider for the platform.
 */
export function inTurn(passOn: () => void): void {
  waiting.push(passOn);
  if (waiting.length === 1) setImmediate(next);
}

function next(): void {
  for (const passOn of waiting.splice(0, atOnce)) passOn();
  if (waiting.length > 0) setImmediate(next);
}
