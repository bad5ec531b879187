import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { Loading } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { info } from "../platform/overview.js";
import { Access, Roles } from "./access.js";
import { Clusters, FailedClusters } from "./clusters.js";
import { useOrganization } from "./pages.js";
import { Resources } from "./resources.js";

export function OrganizationPage() {
  return (
    <Loading reading={useOrganization()} noun="organization">
      {({ clusters, resources, access, roles }) => (
        <Page title="Organization">
          <FailedClusters clusters={clusters} />
          <Facts facts={[["ID", <Id key="id" id={info.value?.organizationId ?? ""} of="the organization" />]]} />
          <Clusters clusters={clusters} />
          <Resources resources={resources} />
          <Access access={access} />
          <Roles roles={roles} access={access} />
        </Page>
      )}
    </Loading>
  );
}
