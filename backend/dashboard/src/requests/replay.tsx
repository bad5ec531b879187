import type { Actions, RequestDetail } from "../../../src/dashboard/contract.js";
import { announced } from "../parts/notices.js";
import { ask } from "../platform/ask.js";
import { addressOf } from "../routing/route.js";

type Result = Actions["POST /_local/requests/{id}/replay"]["result"];

interface ReplayProps {
  readonly id: number;
  readonly replayable: RequestDetail["replayable"];
}

export function Replay({ id, replayable }: ReplayProps) {
  const replay = () =>
    announced(async () => {
      const sent = await ask<Result>("POST", `requests/${id}/replay`);
      location.hash = addressOf.request(sent.id);
      return `Request ${id} was sent again, as request ${sent.id}.`;
    });
  return (
    <section aria-labelledby="replay">
      <h2 id="replay">Replay</h2>
      <p class="hint" id="replay-hint">
        {replayable === true
          ? "Sends the same request again, with a new token of the same role and the same secrets."
          : replayable}
      </p>
      <button type="button" disabled={replayable !== true} aria-describedby="replay-hint" onClick={replay}>
        Send it again
      </button>
    </section>
  );
}
