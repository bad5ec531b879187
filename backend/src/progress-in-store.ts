/** What has started, as the data says it: a progress clock that is opened must not be behind it. */
import { factorOf, type Speed, type Time } from "./clock.js";
import { startsOf } from "./cluster-progress.js";
import { type Deployment, duration } from "./progress.js";
import { deletedSeconds, deletionSeconds } from "./states.js";
import type { Store } from "./store/store.js";

/** The latest deployment of each environment. Earlier ones were finished before it started. */
function latestDeployments({ records, deployments }: Store): Deployment[] {
  return records.list("environment").flatMap(({ id }) => deployments.latest(id) ?? []);
}

const operationsOfClusters = ({ records }: Store) => records.list("cluster").flatMap(startsOf);

const latestOf = (readings: readonly number[]) => readings.reduce((latest, each) => Math.max(latest, each), 0);

/** The reading at the latest start of a deployment, a deletion or an operation of a cluster; 0 if there is none. */
export function latestStart(store: Store): number {
  const deletions = [...store.services.deleting(), ...store.records.deleting()].map(({ since }) => since);
  const operations = [...latestDeployments(store), ...operationsOfClusters(store)];
  return latestOf([...operations.map(({ started }) => started), ...deletions]);
}

/**
 * The reading at which a progress clock that follows the time starts. If the data has starts that are still to come, the
 * time of day was set back since then, and it is unknown how long they have run: everything counts as finished. Otherwise,
 * it would begin again, although clients may have seen its end.
 */
export function startReading(store: Store, speed: Speed, { ofDay }: Time): number {
  const now = ofDay();
  if (latestStart(store) <= now) return now;
  const milliseconds = (seconds: number) => (seconds * 1000) / factorOf(speed);
  const deployments = latestDeployments(store).map((each) => each.started + milliseconds(duration(each)));
  const deletions = [...store.services.deleting(), ...store.records.deleting()].map(
    ({ since }) => since + milliseconds(deletionSeconds + deletedSeconds),
  );
  const operations = operationsOfClusters(store).map(({ started, seconds }) => started + milliseconds(seconds));
  return latestOf([now, ...deployments, ...deletions, ...operations]);
}
