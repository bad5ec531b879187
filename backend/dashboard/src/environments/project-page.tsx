import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { Gone } from "../parts/loading.js";
import { Page } from "../parts/page.js";
import { environments } from "../platform/overview.js";
import { Cards } from "./cards.js";
import { allEnvironments } from "./trail.js";

/** A project: its environments. */
export function ProjectPage({ id }: { readonly id: string }) {
  const all = environments.value;
  if (all === undefined) return <p class="hint">Loading the project…</p>;
  const own = all.filter(({ project }) => project.id === id);
  const [first] = own;
  if (first === undefined) return <Gone noun="project with environments" list={allEnvironments} />;
  const { name } = first.project;
  return (
    <Page
      title={`Project ${name}`}
      heading={
        <>
          Project <bdi>{name}</bdi>
        </>
      }
      trail={[allEnvironments]}
    >
      <Facts facts={[["ID", <Id key="id" id={id} of={name} />]]} />
      <section aria-labelledby="environments">
        <h2 id="environments">Environments</h2>
        <Cards environments={own} />
      </section>
    </Page>
  );
}
