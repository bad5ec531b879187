import { during, say } from "./output.js";
import { PROGRAM } from "./places.js";
import { resetPlatform } from "./platform.js";
import { QuickstartProblem } from "./quickstart-problem.js";
import type { Platform } from "./running-platform.js";
import { type QuickstartStack, START_OVER } from "./stack.js";
import { beginStep, openStep } from "./steps.cjs";
import { summary, table } from "./summary.js";

/** What a command of the quickstart works with. */
export interface Session {
  readonly stack: QuickstartStack;
  /** Whether the stack existed before this run. */
  readonly stackExists: boolean;
  readonly platform: Platform;
  /** Whether this run has created the platform's data. */
  readonly isNewPlatform: boolean;
  /** Address and token of the platform, as variables for the program. */
  readonly connection: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Runs a `pulumi` command on the screen; it must succeed. */
async function show({ stack, connection, signal }: Session, command: string, ...options: string[]): Promise<void> {
  const title = `pulumi ${command}`;
  await during(openStep(title), async () => {
    const code = await stack.show([command, ...options], connection);
    signal.throwIfAborted();
    if (code !== 0) throw new QuickstartProblem(`${title} failed; see Pulumi's message above.`, START_OVER);
  });
}

/** Selects the stack, unlocked. */
async function selectStack({ stack, stackExists, isNewPlatform, signal }: Session): Promise<void> {
  // Somebody deleted the platform's data: the resources in the state no longer exist.
  const isOrphaned = isNewPlatform && stackExists;
  await during(
    beginStep("stack"),
    async () => {
      if (isOrphaned) await stack.removeFromState();
      await stack.select();
      await stack.unlock();
    },
    () => (isOrphaned ? "created again, because the platform is new" : ""),
  );
  signal.throwIfAborted();
}

export async function up(session: Session): Promise<void> {
  const { stack } = session;
  await selectStack(session);
  await show(session, "up", "--yes", "--skip-preview");
  const [changes, resources] = await Promise.all([stack.lastChanges(), stack.resources()]);
  say("", summary(changes), "", "On the platform:", table(resources), "");
  say(
    "Next, try:",
    "  npm run quickstart               again: nothing changes",
    `  edit ${PROGRAM}, for example the tag of the image, then npm run quickstart: the new tag is deployed`,
    "  npm run quickstart -- preview    shows what an edit would change, without changing anything",
    "  npm run quickstart -- --keep     leaves the platform running, so that you can use it",
    "  npm run quickstart -- destroy    removes everything",
  );
}

export async function preview(session: Session): Promise<void> {
  await selectStack(session);
  await show(session, "preview");
}

export async function destroy(session: Session): Promise<void> {
  const { stack, stackExists, platform, signal } = session;
  if (stackExists) {
    try {
      await stack.unlock();
      await show(session, "destroy", "--yes", "--skip-preview", "--remove");
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof QuickstartProblem)) throw error;
      // The platform is emptied in any case, so the state has no resources left to describe.
      await during(beginStep("removing the stack without its resources"), () => stack.removeFromState());
    }
  }
  await during(beginStep("emptying the platform (its API cannot delete everything)"), () => resetPlatform(platform));
}
