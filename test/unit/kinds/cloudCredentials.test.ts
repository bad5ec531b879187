/** The requests of cloud credentials: one form for each cloud, whose name is in the path. */
import { describe, expect, it } from "vitest";
import { withImplied } from "../../../provider/definition/kind.js";
import { recordOf } from "../../kinds/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { managed } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { definitionOf, failureOf, fakePlatform, lifecycle, listing } from "../support/fake-platform.js";

const platform = fakePlatform();
const organization = `/organization/${ids.organization}`;
const place = { organizationId: ids.organization, name: "main" };
const cycle = () => lifecycle("CloudCredentials", platform.url, { endpoints: "extended" });

const { fixture } = recordOf("CloudCredentials");
const forms = [fixture, ...fixture.variants].map(({ title, path, program, request }) => ({
  ...{ title, program, request, cloud: String(path?.cloud) },
}));
/** No response has these. */
const hidden = [
  "vsphere_password",
  "secret_access_key",
  "gcp_credentials",
  "scaleway_secret_key",
  "type",
  "credential_type",
];

describe.each(forms)("credentials for $title", ({ cloud, program, request }) => {
  const all = `${organization}/${cloud}/credentials`;
  const one = `${all}/${ids.credentials}`;
  const shown = Object.fromEntries(Object.entries(request).filter(([name]) => !hidden.includes(name)));
  const response = { id: ids.credentials, ...shown, object_type: "FORM" };
  const args: Values = { ...place, ...program, cloud };

  it("are created and read in the path of their cloud", async () => {
    expect(await cycle().check({ ...place, ...program })).toEqual([]);
    platform.on(`GET ${all}`, listing()).on(`POST ${all}`, [201, response]).on(`GET ${one}`, [200, response]);
    const { outputs } = await cycle().create(args);
    expect(platform.arrived.at(-1)?.body).toEqual(request);
    expect(outputs).toMatchObject({ ...args, objectType: "FORM" });
    const { outputs: read } = await cycle().read(ids.credentials, outputs);
    expect(read).toEqual(outputs);
    expect(platform.lines()).toEqual([`GET ${all}`, `POST ${all}`, `GET ${one}`]);
  });

  it("are sent as a whole by an update, masked values included", async () => {
    platform.on(`GET ${one}`, [200, response]).on(`PUT ${one}`, [200, { ...response, name: "other" }]);
    const { outputs } = await cycle().update(ids.credentials, managed(args, args), { ...args, name: "other" });
    expect(platform.arrived.at(-1)?.body).toEqual({ ...request, name: "other" });
    expect(outputs).toMatchObject({ ...args, name: "other" });
  });

  it("are deleted unless a cluster of the organization uses them (AP2016)", async () => {
    const cluster = {
      ...{ id: ids.cluster, name: "main", region: "eu-west-3", organization: { id: ids.organization } },
      cloud_provider_credentials: { credentials: { id: ids.credentials, name: "main" } },
    };
    platform.on(`GET ${organization}/cluster`, listing(cluster), listing()).on(`DELETE ${one}`, [204]);
    const message = expect.stringContaining(`Cluster "main" (id ${ids.cluster})`);
    expect(await failureOf(cycle().delete(ids.credentials, args))).toMatchObject({ code: "AP2016", message });
    await cycle().delete(ids.credentials, args);
    expect(platform.lines()).toContain(`DELETE ${one}`);
  });
});

describe("cloud credentials", () => {
  const aws = { aws: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "hunter2" } };

  it.each<[why: string, specified: Values, message: RegExp]>([
    ["no cloud is set", {}, /must have exactly one of aws \| gcp \| scaleway \| azure \| onPremise; got none of them/],
    ["two clouds are set", { ...aws, onPremise: {} }, /exactly one of .*; got aws and onPremise/],
    ["two forms of one cloud are set", { aws: { ...aws.aws, roleArn: "arn" } }, /aws must have exactly one of/],
    ["`cloud` names another cloud", { ...aws, cloud: "gcp" }, /cloud must be omitted, or aws/],
  ])("are refused if %s", async (_, specified, message) => {
    expect(await cycle().check({ ...place, ...specified })).toContainEqual(expect.stringMatching(message));
  });

  it("derive `cloud` from the credentials unless the program sets it", () => {
    const definition = definitionOf("CloudCredentials");
    expect(withImplied(definition, { name: "a", ...aws })).toEqual({ name: "a", ...aws, cloud: "aws" });
    expect(withImplied(definition, { ...aws, cloud: "gcp" })).toEqual({ ...aws, cloud: "gcp" });
    expect(withImplied(definition, { name: "a" })).toEqual({ name: "a" });
  });

  it.each<[what: string, before: Values, after: Values, planned: Values]>([
    ["replaced if they gain a login of vSphere", {}, { vsphere: { user: "a", password: "b" } }, { replaces: ["aws"] }],
    ["replaced if they lose the vSphere login", { vsphere: { user: "a", password: "b" } }, {}, { replaces: ["aws"] }],
    ["updated if the vSphere login changes", { vsphere: { user: "a" } }, { vsphere: { user: "b", password: "b" } }, {}],
  ])("are %s", async (_, before, after, planned) => {
    const of = (more: Values): Values => ({ ...place, cloud: "aws", aws: { ...aws.aws, ...more } });
    const state = managed(of(before), of(before));
    expect(await cycle().diff(ids.credentials, state, of(after))).toEqual(expect.objectContaining(planned));
    expect("replaces" in (await cycle().diff(ids.credentials, state, of(after)))).toBe("replaces" in planned);
  });

  it("are named by their paths in the program in violations of the platform, without secrets", async () => {
    const all = `${organization}/aws/credentials`;
    const violations = [{ field: "access_key_id", message: "must begin with AKIA" }];
    platform.on(`GET ${all}`, listing()).on(`POST ${all}`, [400, { detail: "hunter2", violations }]);
    const failure = await failureOf(cycle().create({ ...place, ...aws, cloud: "aws" }));
    expect(failure.message).toContain("aws.accessKeyId: must begin with AKIA");
    expect(failure.message).not.toContain("hunter2");
  });
});
