import { ControlsPage } from "./controls/controls-page.js";
import { DeploymentPage } from "./deployments/deployment-page.js";
import { EnvironmentPage } from "./environments/environment-page.js";
import { EnvironmentsPage } from "./environments/environments-page.js";
import { ProjectPage } from "./environments/project-page.js";
import { Header } from "./header.js";
import { KeysHelp } from "./keys/keys-help.js";
import { OrganizationPage } from "./organization/organization-page.js";
import { ClusterPage, ResourcePage } from "./organization/pages.js";
import { Notices } from "./parts/notices.js";
import { Page } from "./parts/page.js";
import { timeOfDay } from "./parts/text.js";
import { connection, lostAt } from "./platform/live.js";
import { RequestPage } from "./requests/request-page.js";
import { RequestsPage } from "./requests/requests-page.js";
import { route } from "./routing/route.js";
import { ServicePage } from "./services/service-page.js";

function UnknownPage() {
  return (
    <Page title="No such page">
      <p>
        There's no such page. <a href="#/environments">See all environments</a>
      </p>
    </Page>
  );
}

const withId = {
  environment: EnvironmentPage,
  service: ServicePage,
  deployment: DeploymentPage,
  request: RequestPage,
  project: ProjectPage,
  cluster: ClusterPage,
  resource: ResourcePage,
};
const withoutId = {
  environments: EnvironmentsPage,
  organization: OrganizationPage,
  requests: RequestsPage,
  controls: ControlsPage,
  unknown: UnknownPage,
};

function CurrentPage() {
  const current = route.value;
  if ("id" in current) {
    const Shown = withId[current.page];
    // Another id is another page: nothing of the one before may stay.
    return <Shown key={`${current.page} ${current.id}`} id={current.id} />;
  }
  const Shown = withoutId[current.page];
  return <Shown key={current.page} />;
}

/** What the page shows is as old as the connection. */
function StaleNote() {
  if (connection.value !== "lost" || lostAt.value === undefined) return null;
  return (
    <p class="stale-note" role="alert">
      Disconnected: this page shows the platform as it was at {timeOfDay(lostAt.value)}.
    </p>
  );
}

/** Not a link: the hash of the address is the page. */
function skipToContent(): void {
  document.querySelector<HTMLElement>("main")?.focus();
}

export function App() {
  return (
    <>
      <button type="button" class="skip" onClick={skipToContent}>
        Skip to the content
      </button>
      <Header />
      <StaleNote />
      <main id="content" tabIndex={-1} class={connection.value === "lost" ? "stale" : ""}>
        <CurrentPage />
      </main>
      <Notices />
      <KeysHelp />
    </>
  );
}
