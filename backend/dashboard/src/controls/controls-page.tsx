import { Page } from "../parts/page.js";
import { ClockControl } from "./clock-control.js";
import { FailureControl } from "./failure-control.js";
import { FaultControl } from "./fault-control.js";
import { ResetControl } from "./reset-control.js";
import { SnapshotControl } from "./snapshot-control.js";
import { TokenControl } from "./token-control.js";

/** Everything that changes the platform without the API. */
export function ControlsPage() {
  return (
    <Page title="Controls">
      <div class="controls">
        <ClockControl />
        <TokenControl />
        <FailureControl />
        <FaultControl />
        <SnapshotControl />
        <ResetControl />
      </div>
    </Page>
  );
}
