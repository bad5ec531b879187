import type { ServiceDetail } from "../../../src/dashboard/contract.js";
import { Title, titleText } from "../deployments/deployment-title.js";
import { Failed } from "../parts/failed.js";
import { whileText } from "../parts/failures.js";
import { RelativeTime } from "../parts/relative-time.js";
import { isBad, StateBadge } from "../parts/state-badge.js";
import { absoluteTime, shortId } from "../parts/text.js";
import { addressOf } from "../routing/route.js";

/** What failed, when, in which deployment, and why: the page of a failed service begins with it. */
export function Failure({ service: { state, failure, deployments } }: { readonly service: ServiceDetail }) {
  if (failure === null || !isBad(state)) return null;
  const { deploymentId, at, reason } = failure;
  const title = deployments.find(({ id }) => id === deploymentId)?.title;
  const href = addressOf.deployment(deploymentId);
  return (
    <Failed>
      <p>
        <StateBadge state={failure.state} href={href} />
        {whileText(failure)}, {absoluteTime(Date.parse(at))} (
        <RelativeTime at={at} />
        ), in the deployment{" "}
        <a href={href} title={title && titleText(title)}>
          {title && <Title title={title} />} <code class="id">{shortId(deploymentId)}</code>
        </a>
      </p>
      <p class="strong">{reason}</p>
    </Failed>
  );
}
