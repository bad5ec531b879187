import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { importAddress } from "../../../provider/engine/lookups.js";
import { container, ids, terraformService } from "../../kinds/fixtures.js";
import { type EndpointSet, UNKNOWN, type Values } from "../../support/provider.js";
import { connected, definitionOf, fakePlatform, listing, requestWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const all = `GET /environment/${ids.environment}/container`;
const one = `GET /container/${ids.container}`;
const variables = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;

function importing(kind: string, endpoints: EndpointSet = "extended") {
  const { platform: here, run, log, warnings } = connected(platform.url, { endpoints });
  const handlers = handlersOf(definitionOf(kind), () => here, { definitionOf, run });
  const importBy = (id: string) =>
    handlers.import({ ...requestWith({ log }), id }).catch((error: Error) => error.message);
  return { importBy, run, warnings };
}

describe("pulumi import", () => {
  it.each<[kind: string, address: string | undefined]>([
    ["Container", "<environmentId>/<id>"],
    ["ArgoCdConfig", "<clusterId>"],
    ["Variable", "<on>/<id>"],
    ["DeploymentTrigger", undefined],
  ])("reads a %s by the address %s (importAddress, undefined for a kind that can't be imported)", (kind, address) => {
    expect(importAddress(definitionOf(kind))).toBe(address);
  });

  const [id, withParent] = [ids.container, `${ids.environment}/${ids.container}`];
  it.each<[form: string, endpoints: EndpointSet, address: string]>([
    ["<id>", "extended", id],
    ["<environmentId>/<id>", "extended", withParent],
    ["<environmentId>/<id>", "documented", withParent],
  ])("finds a Container by %s with %s endpoints", async (_, endpoints, address) => {
    platform.on(one, [200, container.response]).on(all, listing(container.response)).on(variables, listing());
    const { importBy, run } = importing("Container", endpoints);
    const found = await importBy(address);
    expect(found).toMatchObject({ id: ids.container, args: { name: "web", environmentId: ids.environment } });
    expect(platform.lines()[0]).toBe(one);
    expect(run.deployments.environmentsOf(ids.container)).toEqual([ids.environment]);
  });

  it("returns nothing if no resource has the ID", async () => {
    expect(await importing("Container").importBy(id)).toBeUndefined();
  });

  const withPlace = "import it as `<environmentId>/<id>`";
  it.each<[why: string, kind: string, address: string, endpoints: EndpointSet, text: string]>([
    ["the address lacks the parent", "Job", ids.job, "documented", withPlace],
    ["the address lacks the ID", "Container", `${ids.environment}/`, "extended", withPlace],
    ["the parent in the address is malformed", "Container", `somewhere/${ids.container}`, "extended", withPlace],
    ["the endpoints can't read the kind", "TerraformService", ids.terraform, "documented", "the extended endpoints"],
    ["the kind has nothing to import", "DeploymentTrigger", "1", "extended", "declare it in the program"],
  ])("fails if %s", async (_, kind, address, endpoints, text) => {
    expect(await importing(kind, endpoints).importBy(address)).toContain(text);
  });

  it("returns a service's variables, without secret values and aliases", async () => {
    const of = (key: string, value: string | null, more: Values = {}) => ({
      ...{ id: `v${key}`, key, value, is_secret: value === null, scope: "CONTAINER", variable_type: "VALUE", ...more },
    });
    platform.on(one, [200, container.response]);
    platform.on(variables, listing(of("A", "1"), of("T", null), of("B", "x", { variable_type: "ALIAS" })));
    const { importBy, warnings } = importing("Container");
    const { args, known } = (await importBy(ids.container)) as { args: Values; known: Values };
    expect([args.variables, known.secretVariables]).toEqual([{ A: "1" }, { T: UNKNOWN }]);
    expect([args.secretVariables ?? {}, warnings.join()]).toEqual([{}, expect.stringContaining("secretVariables.T")]);
  });

  it("warns of a masked value in an item, and omits the member", async () => {
    platform.on(`GET /terraform/${ids.terraform}`, [200, terraformService.response]);
    platform.on(`GET /variable?parent_id=${ids.terraform}&scope=TERRAFORM`, listing());
    const { importBy, warnings } = importing("TerraformService");
    const { args, known } = (await importBy(ids.terraform)) as { args: Values; known: Values };
    const itemsIn = ({ terraformVariablesSource: source }: Values) => (source as { tfVars: Values[] }).tfVars;
    const { value: _, ...masked } = itemsIn(known)[1] as Values;
    expect([_, itemsIn(args)]).toEqual([UNKNOWN, [itemsIn(known)[0], masked]]);
    expect(warnings).toEqual([expect.stringContaining("masks terraformVariablesSource.tfVars[1].value; add")]);
  });

  it("warns of a masked value, and omits the argument", async () => {
    const git = { id: ids.feature, name: "git", type: "GITLAB", git_api_url: "https://gitlab.com", expired_at: null };
    platform.on(`GET /organization/${ids.organization}/gitToken/${ids.feature}`, [200, git]);
    platform.on(`GET /organization/${ids.organization}/gitToken`, listing(git));
    const { importBy, warnings } = importing("GitToken");
    const found = (await importBy(`${ids.organization}/${ids.feature}`)) as { args: Values; known: Values };
    expect(warnings).toEqual([expect.stringContaining("the platform masks token; add the value")]);
    expect(found.args).not.toHaveProperty("token");
    expect(found.known).toHaveProperty("token", UNKNOWN);
  });
});
