/**
 * Lets other requests through between responses that take long, such as lists of thousands of services: of those, one is made in
 * each turn of the event loop, the shortest first. A request counts as long if the same one took long the last time. Those that
 * write are made together, in `store/group-commit.ts`.
 */
const longMilliseconds = 10;
/** Of so many long requests, the durations are kept. */
const maximum = 1000;

export interface Turns {
  /** Waits until a request may be handled, and returns a function to call once its response is made. */
  begin(request: { readonly method: string; readonly url: string }): Promise<() => void>;
}

export function createTurns(): Turns {
  const long = new Map<string, number>();
  const waiting: { readonly milliseconds: number; begin(): void }[] = [];

  function next(): void {
    const shortest = Math.min(...waiting.map(({ milliseconds }) => milliseconds));
    const [first] = waiting.splice(
      waiting.findIndex(({ milliseconds }) => milliseconds === shortest),
      1,
    );
    first?.begin();
    if (waiting.length > 0) setImmediate(next);
  }

  function turn(milliseconds: number): Promise<void> {
    return new Promise((begin) => {
      if (waiting.push({ milliseconds, begin }) === 1) setImmediate(next);
    });
  }

  return {
    async begin({ method, url }) {
      const request = `${method} ${url}`;
      const lastTime = long.get(request);
      if (lastTime !== undefined) await turn(lastTime);
      const begun = performance.now();
      return () => {
        const milliseconds = performance.now() - begun;
        if (milliseconds < longMilliseconds) long.delete(request);
        else if (long.size < maximum) long.set(request, milliseconds);
      };
    },
  };
}
