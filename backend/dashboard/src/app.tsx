import { ControlsPage } from "./controls/controls-page.js";
import { DeploymentPage } from "./deployments/deployment-page.js";
import { EnvironmentPage } from "./environments/environment-page.js";
import { EnvironmentsPage } from "./environments/environments-page.js";
import { Header } from "./header.js";
import { Notices } from "./parts/notices.js";
import { Page } from "./parts/page.js";
import { RequestPage } from "./requests/request-page.js";
import { RequestsPage } from "./requests/requests-page.js";
import { route } from "./routing/route.js";
import { ServicePage } from "./services/service-page.js";

function UnknownPage() {
  return (
    <Page title="No such page">
      <p>
        The address names no page of the dashboard. <a href="#/environments">See all environments</a>
      </p>
    </Page>
  );
}

const withId = {
  environment: EnvironmentPage,
  service: ServicePage,
  deployment: DeploymentPage,
  request: RequestPage,
};
const withoutId = {
  environments: EnvironmentsPage,
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
      <main id="content" tabIndex={-1}>
        <CurrentPage />
      </main>
      <Notices />
    </>
  );
}
