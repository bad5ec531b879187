import type { OrganizationContent } from "../../../src/dashboard/contract.js";
import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { Loading } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { info } from "../platform/overview.js";
import { useReading } from "../platform/reading.js";
import { Clusters, FailedClusters } from "./clusters.js";
import { Resources } from "./resources.js";

/** What the environments of the organization share, read again whenever some of it may have changed. */
export function OrganizationPage() {
  const reading = useReading<OrganizationContent>("organization", ["clusters", "records", "environments"]);
  return (
    <Loading reading={reading} noun="organization">
      {({ clusters, resources }) => (
        <Page title="Organization">
          <FailedClusters clusters={clusters} />
          <Facts facts={[["ID", <Id key="id" id={info.value?.organizationId ?? ""} of="the organization" />]]} />
          <Clusters clusters={clusters} />
          <Resources resources={resources} />
        </Page>
      )}
    </Loading>
  );
}
