/** What `app-platform migrate` makes of the platform that a state belongs to. */
import { describe, expect, it } from "vitest";
import { comparedWith } from "../../../../cli/terraform/comparison.js";
import { adoptedBy } from "../../../../cli/terraform/migration.js";
import { quickClock } from "../../../support/fake-clock.js";
import type { Clock, Values } from "../../../support/provider.js";
import { container, environment, migrated, newId, resource } from "../../../terraform/state-of.js";
import { type Answer, connected, fakePlatform, listing } from "../../support/fake-platform.js";

const platform = fakePlatform();

const [web, worker, stage, earlier, registry, organization, cluster] = [1, 2, 3, 4, 5, 6, 7].map(newId) as [
  ...[string, string, string, string, string, string, string],
];
const variable = { id: newId(), key: "MODE", value: "a", description: null };
const secret = { id: newId(), key: "KEY", value: "s3cr3tpw", description: null };
const alias = { id: newId(), key: "OTHER", value: "MODE", description: null };
const placed = (type: string, name: string, attributes: Values) =>
  resource(type, name, [{ attributes: { environment_id: environment, ...attributes } }]);
const order = { description: null, is_after: null, is_before: null };

const migration = migrated(
  resource("container_registry", "gcp", [
    {
      attributes: {
        ...{ id: registry, organization_id: organization, name: "gcp", kind: "GCP_ARTIFACT_REGISTRY" },
        ...{ url: "https://europe-docker.pkg.dev", description: "images" },
        config: { region: "europe-west1", json_credentials: '{"private_key":"hunter2-x9"}', username: null },
      },
    },
  ]),
  resource("container", "web", [
    container({ id: web, environment_variables: [variable], secrets: [secret], environment_variable_aliases: [alias] }),
  ]),
  resource("container", "worker", [container({ id: worker, name: "worker" })]),
  placed("deployment_stage", "first", { id: earlier, name: "first", ...order }),
  placed("deployment_stage", "second", { id: stage, name: "second", ...order, is_after: earlier }),
  placed("deployment", "all", { id: newId(), desired_state: "RUNNING" }),
  resource("argocd_credentials", "gitops", [
    { attributes: { id: newId(), cluster_id: cluster, argocd_url: "https://a.example", argocd_token: "t0ken" } },
  ]),
);

const services = (id: string, name: string) => ({
  ...{ id, name, image_name: "acme/web", tag: "1", registry: { id: environment }, environment: { id: environment } },
  healthchecks: {},
});
const stages = [
  { id: earlier, name: "first", environment: { id: environment }, deployment_order: 1, services: [] },
  { id: stage, name: "second", environment: { id: environment }, deployment_order: 2, services: [] },
];
const scoped = (of: Values, more: Values = {}) => ({
  ...{ id: of.id, key: of.key, value: of.value, scope: "CONTAINER", service_id: web, variable_type: "VALUE" },
  ...{ is_secret: false, description: null, ...more },
});
const aliasOfMode = { variable_type: "ALIAS", aliased_variable: { id: variable.id, key: "MODE" }, value: "a" };
const ofWeb = [scoped(variable), scoped(secret, { is_secret: true, value: null }), scoped(alias, aliasOfMode)];
const shownRegistry = {
  ...{ id: registry, name: "gcp", kind: "GCP_ARTIFACT_REGISTRY", url: "https://europe-docker.pkg.dev" },
  ...{ description: "images", config: { region: "europe-west1" } },
};

/** The platform of the state. */
const answers: Readonly<Record<string, Answer>> = {
  [`GET /organization/${organization}/containerRegistry/${registry}`]: [200, shownRegistry],
  [`GET /organization/${organization}/containerRegistry`]: listing(shownRegistry),
  [`GET /container/${web}`]: [200, services(web, "web")],
  [`GET /container/${worker}`]: [200, services(worker, "worker")],
  [`GET /environment/${environment}/container`]: listing(services(web, "web"), services(worker, "worker")),
  [`GET /variable?parent_id=${web}&scope=CONTAINER`]: listing(...ofWeb),
  [`GET /deploymentStage/${earlier}`]: [200, stages[0]],
  [`GET /deploymentStage/${stage}`]: [200, stages[1]],
  [`GET /environment/${environment}/deploymentStage`]: listing(...stages),
  [`GET /environment/${environment}/status`]: [200, { id: environment, state: "DEPLOYED" }],
  [`GET /cluster/${cluster}/argoCdConfig`]: [
    200,
    { id: cluster, argocd_url: "https://a.example", argocd_token: "REDACTED" },
  ],
};

async function compared(changes: Readonly<Record<string, readonly Answer[]>> = {}, clock?: Clock) {
  for (const [line, answer] of Object.entries(answers)) platform.on(line, ...(changes[line] ?? [answer]));
  const { platform: here } = connected(platform.url, { endpoints: "extended", ...(clock && { clock }) });
  const found = await comparedWith(here, migration.services, []);
  const why = found?.remarks.map((each) => `${each.address}: ${each.why}`) ?? [];
  return { found, why, adopted: found === undefined ? [] : adoptedBy({ ...migration, services: found.services }) };
}

const absent: Answer = [404, { detail: "not found" }];
const all = adoptedBy(migration);

describe("comparison of a Terraform state", () => {
  it("returns the same services if nothing differs, secrets included", async () => {
    const { found, why } = await compared();
    expect(why).toEqual([]);
    expect(found?.services).toEqual(migration.services);
    expect(found?.isComplete).toBe(true);
  });

  it("keeps Terraform's value of a secret that responses omit, although another member of its object differs", async () => {
    const config = { region: "us-east1" };
    const { found, why } = await compared({
      [`GET /organization/${organization}/containerRegistry/${registry}`]: [[200, { ...shownRegistry, config }]],
    });
    const differs = 'config.region: "europe-west1" in Terraform\'s state, "us-east1" on the platform (the program has';
    expect(why).toEqual([expect.stringContaining(differs)]);
    const [gcp] = found?.services ?? [];
    expect(gcp?.values.config).toEqual({ ...config, jsonCredentials: '{"private_key":"hunter2-x9"}' });
  });

  it("uses the platform's value of an argument that no update can change", async () => {
    const elsewhere = [{ ...stages[0], deployment_order: 3 }, stages[1]];
    const line = `GET /environment/${environment}/deploymentStage`;
    const { found, why } = await compared({ [line]: [listing(...elsewhere)] });
    const differs = `after: "${earlier}" in Terraform's state, not set on the platform (the program doesn't set it)`;
    expect(why).toEqual([expect.stringContaining(differs)]);
    expect(found?.services.find(({ id }) => id === stage)?.values.after).toBeUndefined();
  });
});

describe("comparison with a deleted resource", () => {
  const withoutWorker = { [`GET /environment/${environment}/container`]: [listing(services(web, "web"))] };
  it("omits the resource from the program and from terraform state rm", async () => {
    const { found, why, adopted } = await compared({ ...withoutWorker, [`GET /container/${worker}`]: [absent] });
    expect(why).toEqual(['Container "worker": it no longer exists on the platform, so the program omits it']);
    expect(adopted).toEqual(all.filter((address) => address !== "platform_container.worker"));
    const trigger = found?.services.find(({ definition }) => definition.kind === "DeploymentTrigger");
    expect(trigger?.values.services).toEqual([{ kind: "Container", id: web }]);
  });

  it("omits from the program the variables of a service that the platform no longer has, and a trigger that lists only such services", async () => {
    const gone = [web, worker].map((id) => [`GET /container/${id}`, [absent]]);
    const { why, adopted } = await compared({
      ...Object.fromEntries(gone),
      [`GET /environment/${environment}/container`]: [listing()],
      [`GET /variable?parent_id=${web}&scope=CONTAINER`]: [absent],
    });
    const omitted = ['Container "web"', 'Variable "web-OTHER"', 'Container "worker"', 'DeploymentTrigger "all"'];
    expect(why.map((each) => each.replace(/:.*/, ""))).toEqual(omitted);
    expect(adopted.filter((address) => /container\.|deployment\./.test(address))).toEqual([]);
  });

  it("keeps a resource if only its variables aren't found (404)", async () => {
    const { found, why, adopted } = await compared({ [`GET /variable?parent_id=${web}&scope=CONTAINER`]: [absent] });
    expect(why).toEqual([
      expect.stringMatching(/^Container "web": it isn't compared with the platform: AP\d{4}: /),
      expect.stringMatching(/^Variable "web-OTHER": it isn't compared with the platform: AP\d{4}: /),
    ]);
    expect([found?.isComplete, adopted]).toEqual([false, all]);
  });
});

describe("comparison after a failed read", () => {
  const never: Answer = () => undefined;
  const lists = Object.keys(answers).filter((line) => JSON.stringify(answers[line]).includes("results"));
  const failures: Readonly<Record<string, readonly [lines: readonly string[], answer: Answer]>> = {
    "403": [Object.keys(answers), [403, { detail: "no" }]],
    "500": [Object.keys(answers), [500, { detail: "no" }]],
    "no response": [lists.slice(0, 1), never],
    "an empty body": [Object.keys(answers), [200]],
    "another body": [Object.keys(answers), [200, "text"]],
    "a first page": [lists, [200, { results: [], next: "page-2" }]],
  };

  it.each(Object.keys(failures))("keeps the state's resource and reports the failure: %s", async (failure) => {
    const [lines, answer] = failures[failure] as (typeof failures)[string];
    for (const line of lines) {
      platform.reset();
      const { found, why, adopted } = await compared({ [line]: [answer] }, answer === never ? quickClock : undefined);
      const others = why.filter((each) => !/: it isn't compared with the platform: AP\d{4}: /.test(each));
      expect([line, others]).toEqual([line, []]);
      expect([line, found?.services]).toEqual([line, migration.services]);
      expect([line, found?.isComplete, adopted]).toEqual([line, why.length === 0, all]);
    }
  });

  it("fails with AP3002 if every read returns 403", async () => {
    const failing = Object.fromEntries(Object.keys(answers).map((line) => [line, [[403, {}]] as Answer[]]));
    await expect(compared(failing)).rejects.toThrow("AP3002");
  });
});

it("comparedWith returns undefined if the platform has none of the resources", async () => {
  const { found } = await compared(Object.fromEntries(Object.keys(answers).map((line) => [line, [absent]])));
  expect(found).toBeUndefined();
});
