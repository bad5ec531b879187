import type { PlatformInfo } from "../../../src/dashboard/contract.js";
import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { RelativeTime } from "../parts/relative-time.js";
import { absoluteTime } from "../parts/text.js";
import { info } from "../platform/overview.js";

function speedText(speed: PlatformInfo["speed"]): string {
  if (speed === "instant") return "instant: deployments take no time";
  if (speed === "manual") return "manual: time advances in the controls";
  return speed === 1 ? "1: as documented" : `${speed} times as fast`;
}

/** How the platform was started. */
export function PlatformFacts() {
  const platform = info.value;
  if (platform === undefined) return null;
  const { version, endpoints, speed, dataFile, startedAt, clockReading, organizationId } = platform;
  return (
    <section aria-labelledby="platform">
      <h2 id="platform">Platform</h2>
      <Facts
        facts={[
          ["Version", version],
          ["Address", <code key="address">{location.origin}</code>],
          ["Endpoints", endpoints],
          ["Speed", speedText(speed)],
          ...(clockReading === null ? [] : [["Clock", absoluteTime(Date.parse(clockReading))] as const]),
          ["Data", dataFile === null ? "in memory: lost when the platform stops" : <code key="data">{dataFile}</code>],
          ["Started", <RelativeTime key="started" at={startedAt} />],
          ["Organization", <Id key="organization" id={organizationId} of="the organization" />],
        ]}
      />
    </section>
  );
}
