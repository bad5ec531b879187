/** Recognizes the requests that the platform sends to itself to repeat earlier ones. */
import { randomUUID } from "node:crypto";

/** Has a value that only this process knows, so that no client can pretend to be a repetition. */
export const replayHeader = "x-app-platform-replay";

export interface Replays {
  /** Returns the value of the header for a repetition of the request `original`. */
  begin(original: number): string;
  /** The request that is repeated; null if the header is not one of those. */
  originalOf(header: unknown): number | null;
  /** Notes under which id a repetition was recorded. */
  recorded(header: unknown, id: number): void;
  /** The id of the repetition, if it was recorded. */
  end(header: string): number | undefined;
}

export function createReplays(): Replays {
  const running = new Map<unknown, { readonly original: number; id?: number }>();
  return {
    begin(original) {
      const header = randomUUID();
      running.set(header, { original });
      return header;
    },
    originalOf: (header) => running.get(header)?.original ?? null,
    recorded(header, id) {
      const replay = running.get(header);
      if (replay !== undefined) replay.id = id;
    },
    end(header) {
      const id = running.get(header)?.id;
      running.delete(header);
      return id;
    },
  };
}
