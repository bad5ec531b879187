/**
 * The entry that the provider's text in the state loads: `require("pulumi-app-platform/runtime").provider("Container")`.
 *
 * That text is kept in every user's state and evaluated by every later version, so this file and its one function stay.
 */
import type * as pulumi from "@pulumi/pulumi";
import { joinRun } from "./engine/ledger.js";
import { endWithEngine, engineAddress, newShutdown, senderOf } from "./engine/process.js";
import { stackState } from "./engine/stackState.js";
import { newProviders } from "./frontends/dynamic/provider.js";
import {
  canceledByEngine,
  deliveringMessages,
  engineLog,
  printErrorsOnce,
  sdkUserAgent,
} from "./frontends/dynamic/sdkProcess.js";

const run = joinRun(engineAddress());
const shutdown = newShutdown(run.leave);
let isFirst = true;

const providers = newProviders({
  environment: process.env,
  userAgent: sdkUserAgent(senderOf("dynamic provider")),
  log: engineLog,
  shutdown: shutdown.signal,
  ...stackState(shutdown.signal),
  ledger: run.ledger,
  canceled: engineAddress() === undefined ? undefined : canceledByEngine(shutdown),
  during: (work) => shutdown.track(() => deliveringMessages(work)),
});

/**
 * The dynamic provider of one kind.
 *
 * @param kind Name of the kind, for example `Container`.
 * @throws Error when this version of the package does not know the kind.
 */
export function provider(kind: string): pulumi.dynamic.ResourceProvider {
  const known = providers(kind);
  if (known === undefined) {
    throw new Error(
      `pulumi-app-platform doesn't know the kind ${kind}: install the version that created it, or a newer one.`,
    );
  }
  if (isFirst) {
    isFirst = false;
    printErrorsOnce();
    endWithEngine(shutdown);
  }
  return known;
}
