import type { ServiceEvent } from "../../../src/dashboard/contract.js";
import { EmptyState } from "../parts/empty-state.js";
import { ListedTime } from "../parts/relative-time.js";
import { sentence } from "../parts/text.js";
import { addressOf } from "../routing/route.js";

function target({ deploymentId, requestId }: ServiceEvent): string | undefined {
  if (requestId !== undefined) return addressOf.request(requestId);
  return deploymentId === undefined ? undefined : addressOf.deployment(deploymentId);
}

function Entry({ event }: { readonly event: ServiceEvent }) {
  const href = target(event);
  return (
    <li>
      {href === undefined ? sentence(event.text) : <a href={href}>{sentence(event.text)}</a>}{" "}
      <ListedTime at={event.at} />
    </li>
  );
}

/** What has happened to a service, newest first. */
export function ServiceEvents({ events }: { readonly events: readonly ServiceEvent[] }) {
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      {events.length === 0 ? (
        <EmptyState title="Nothing has happened since the platform started." />
      ) : (
        <ol class="events">
          {events.map((event, index) => (
            <Entry key={`${event.at} ${event.text} ${index}`} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}
