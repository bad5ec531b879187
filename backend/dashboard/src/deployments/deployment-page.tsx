import type { ReadonlySignal } from "@preact/signals";
import type { DeploymentDetail } from "../../../src/dashboard/contract.js";
import { useFollowed } from "../environments/content.js";
import { DeploymentActions } from "../environments/environment-actions.js";
import { trailWithin } from "../environments/trail.js";
import { Facts } from "../parts/facts.js";
import { type FailedService, Failures } from "../parts/failures.js";
import { Id } from "../parts/id.js";
import { Loading } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { isBad, StateBadge } from "../parts/state-badge.js";
import { duration, shortId } from "../parts/text.js";
import { info } from "../platform/overview.js";
import { type Reading, useReading } from "../platform/reading.js";
import { senderText } from "../requests/texts.js";
import { addressOf } from "../routing/route.js";
import { Changes } from "./changes.js";
import { Title, titleText } from "./deployment-title.js";
import { isRunning, useElapsed } from "./progress.js";
import { Timeline } from "./timeline.js";

interface DetailProps {
  readonly detail: DeploymentDetail;
  readonly reading: Reading<DeploymentDetail>;
}

interface ElapsedProps {
  readonly elapsed: ReadonlySignal<number>;
  readonly total: number;
}

function Elapsed({ elapsed, total }: ElapsedProps) {
  const seconds = elapsed.value;
  return (
    <p class="progress">
      <progress aria-label="Progress of the deployment" max={total} value={seconds} />{" "}
      {`${duration(Math.floor(seconds))} of ${duration(total)}`}
      {info.value?.speed === "manual" && (
        <>
          {" · the clock is manual: "}
          <a href="#/controls">advance it in the controls</a>
        </>
      )}
    </p>
  );
}

const failedOf = ({ tasks }: DeploymentDetail): FailedService[] =>
  tasks.flatMap(({ serviceId: id, name, failure, state }) =>
    failure === null || !isBad(state)
      ? []
      : [{ id, name, failure, href: name === null ? undefined : addressOf.service(id) }],
  );

function Detail({ detail, reading }: DetailProps) {
  const { id, title, environmentId, environmentName, durationSeconds, canceledAfterSeconds } = detail;
  useFollowed(environmentId);
  const elapsed = useElapsed(reading, detail);
  return (
    <Page
      title={`${titleText(title)} (${shortId(id)})`}
      heading={
        <>
          <Title title={title} /> <code class="id">{shortId(id)}</code>
        </>
      }
      trail={trailWithin(detail)}
      aside={
        <>
          <StateBadge state={detail.state} />
          <DeploymentActions id={environmentId} name={environmentName} isOver={!isRunning(detail)} />
        </>
      }
    >
      <Failures failed={failedOf(detail)} />
      <Facts
        facts={[
          ["Started", <RelativeTime key="started" at={detail.startedAt} />],
          ["Took", durationSeconds === null ? "running" : duration(durationSeconds)],
          ["Services", detail.services.toLocaleString("en")],
          ["By", detail.triggeredBy],
          ...(detail.request === null
            ? []
            : [
                [
                  "From",
                  <a key="from" href={addressOf.request(detail.request.id)}>
                    {senderText(detail.request.sender) || `Request ${detail.request.id}`}
                  </a>,
                ] as const,
              ]),
          ...(canceledAfterSeconds === null ? [] : [["Canceled", `after ${duration(canceledAfterSeconds)}`] as const]),
          ["ID", <Id key="id" id={id} of="the deployment" />],
        ]}
      />
      {isRunning(detail) && <Elapsed elapsed={elapsed} total={detail.totalSeconds} />}
      <Changes detail={detail} />
      <section aria-labelledby="timeline">
        <h2 id="timeline">Timeline</h2>
        <Timeline detail={detail} elapsed={elapsed} />
      </section>
    </Page>
  );
}

export function DeploymentPage({ id }: { readonly id: string }) {
  const reading = useReading<DeploymentDetail>(`deployments/${encodeURIComponent(id)}`, [
    "deployments",
    "services",
    "info",
  ]);
  return (
    <Loading reading={reading} noun="deployment">
      {(detail) => <Detail detail={detail} reading={reading} />}
    </Loading>
  );
}
