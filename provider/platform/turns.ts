/** How much of what has arrived is passed on before the event loop goes on. */
const atOnce = 4;

const waiting: (() => void)[] = [];

/**
 * Passes on a few of the responses that arrive together, and lets the event loop go on before the next few. It sends requests, and
 * answers to the engine, only once everything is done that it has begun with: with dozens of responses at the same moment, the
 * platform would wait for requests that are ready, and the provider for the platform after that.
 */
export function inTurn(passOn: () => void): void {
  waiting.push(passOn);
  if (waiting.length === 1) setImmediate(next);
}

function next(): void {
  for (const passOn of waiting.splice(0, atOnce)) passOn();
  if (waiting.length > 0) setImmediate(next);
}
