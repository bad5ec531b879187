import type { Failure } from "../../../src/dashboard/contract.js";
import { ServiceLink } from "../services/service-link.js";
import { Failed } from "./failed.js";
import { StateBadge } from "./state-badge.js";
import { sentence } from "./text.js";

/** As many as a person reads; the table below shows the others. */
const shown = 20;

export interface FailedService {
  readonly id: string;
  /** Null if it has been deleted since then. */
  readonly name: string | null;
  readonly failure: Failure;
  /** Where its state leads to. */
  readonly href: string | undefined;
}

/** The state in which each failure happens unless something else is said. */
const usual: Readonly<Record<Failure["state"], Failure["during"]>> = {
  BUILD_ERROR: "BUILDING",
  DEPLOYMENT_ERROR: "DEPLOYING",
  STOP_ERROR: "STOPPING",
  RESTART_ERROR: "RESTARTING",
};

/** ` while executing`; nothing where the state of the failure says it. */
export function whileText({ state, during }: Failure): string {
  return during === usual[state] ? "" : ` while ${sentence(during).toLowerCase()}`;
}

/** Which services have failed, and why. */
export function Failures({ failed }: { readonly failed: readonly FailedService[] }) {
  if (failed.length === 0) return null;
  return (
    <Failed>
      <ul>
        {failed.slice(0, shown).map(({ id, name, failure, href }) => (
          <li key={id}>
            <strong>{name === null ? "A deleted service" : <ServiceLink id={id} name={name} />}</strong>{" "}
            <StateBadge state={failure.state} href={href} />
            {whileText(failure)}
            <p>{failure.reason}</p>
          </li>
        ))}
      </ul>
      {failed.length > shown && <p class="hint">and {failed.length - shown} more</p>}
    </Failed>
  );
}
