/** What the provider says to a platform that sends back whatever it was sent. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { withImplied } from "../../../provider/definition/kind.js";
import { providerAt } from "../../engine/faults/provider.js";
import { everyFieldOf, type Secrets } from "../../engine/support/every-field.js";
import { kindNames, records } from "../../kinds/index.js";
import type { SeededIds } from "../../platform/support/platform.js";
import { doors } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";
import { type Echo, startEcho } from "./echo.js";

/** The kinds with a secret, which their first resource carries. */
const kinds = kindNames.filter((kind) => records[kind].secrets.length > 0);

/**
 * Every text that creating each kind with a secret ends in, through each door: errors with their reasons, warnings and, at the end, the
 * log of requests.
 */
export async function errorTexts(how: Echo, ids: SeededIds, token: string, secrets: Secrets): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "canaries-"));
  const logFile = join(folder, "requests.jsonl");
  const server = await startEcho(how);
  const texts = await Promise.all(
    doors
      .flatMap((door) => kinds.map((kind) => ({ door, kind })))
      .map(async ({ door, kind }) => {
        const [args = {}] = Object.values(everyFieldOf(kind, ids, secrets));
        const provider = providerAt({
          door,
          url: server.url,
          token,
          endpoints: "extended",
          operationSeconds: 4,
          logFile,
        });
        const failed = await provider
          .of(kind)
          .create(withImplied(definitionOf(kind), args as Values))
          .then(
            () => undefined,
            (error: Error & { reasons?: string[] }) => error,
          );
        // What has its id from the program is content with any response; then there are at most warnings.
        return [failed?.message, failed?.stack, ...(failed?.reasons ?? []), ...provider.warnings].join("\n");
      }),
  );
  if (server.count() < texts.length) throw new Error("Not every kind has sent a request.");
  await server.close();
  // A request that runs out of time on its way never arrives, and one that several wait for may end after them.
  const log = await vi.waitFor(() => {
    const lines = readFileSync(logFile, "utf8");
    if (lines.split("\n").length - 1 < server.count()) throw new Error("Not every request is in the log.");
    return lines;
  }, 60_000);
  rmSync(folder, { recursive: true });
  return [...texts, log];
}
