import { describe, expect, it } from "vitest";
import { validate } from "../../../provider/values/validate.js";
import { membersFromWire, membersToWire, programPath } from "../../../provider/values/wire.js";
import { fixtures, ids } from "../../kinds/fixtures.js";
import { recordOf } from "../../kinds/index.js";
import type { Field } from "../../support/provider.js";
import { isMoved, isSentSeparately } from "../support/argument-places.js";
import { definitionOf } from "../support/fake-platform.js";

const cases = fixtures.map((fixture) => ({ kind: fixture.kind, fixture, definition: definitionOf(fixture.kind) }));
const examples = cases.flatMap(({ kind, fixture, definition }) =>
  [fixture, ...fixture.variants].map((each) => {
    const { title, program, request } = each;
    return [kind, title, { definition, program, request, path: { ...fixture.path, ...each.path } }] as const;
  }),
);

const words = (text = "") => text.split(/\s+/).filter((word) => word !== "");
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const inside = (arg: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, arg]));
/** Places where a program sees a member of a response under another name. */
const elsewhere: Readonly<Record<string, string>> = {
  maximun_gpu: "maximumGpu",
  cluster: "clusterId",
  is_secret: "secret",
  variable_type: "type",
  scope: "on",
  ...inside("aws", "access_key_id", "secret_access_key", "role_arn", "vsphere_user", "vsphere_password"),
  ...inside("gcp", "gcp_credentials", "service_account_email", "workload_identity_provider_resource"),
  ...inside("scaleway", "scaleway_access_key", "scaleway_secret_key"),
  ...inside("scaleway", "scaleway_project_id", "scaleway_organization_id"),
  ...inside("azure", "azure_subscription_id", "azure_tenant_id"),
};

/** Members of requests that no argument sets: they say which one is set. */
const addedByCodec: Readonly<Record<string, readonly string[]>> = { CloudCredentials: ["type", "credential_type"] };

/** Outputs for which responses have no member of their own: the ID of an invitation and that of a member are both called `id`. */
const derivedByCodec: Readonly<Record<string, readonly string[]>> = { OrganizationMember: ["invitationId", "userId"] };

const seenAs = (name: string) => elsewhere[name] ?? camel(name);

describe("fixtures", () => {
  it.each(cases)("have every documented request and response member of $kind", ({ kind, fixture }) => {
    const { request, response } = recordOf(kind).documented;
    const specified = [fixture, ...fixture.variants].flatMap((each) => Object.keys(each.request));
    expect([...new Set(specified)].sort()).toEqual(words(request).sort());
    expect(Object.keys(fixture.response).sort()).toEqual(words(response).sort());
  });
});

describe("definitions", () => {
  it.each(cases)("have no argument or output that the API document lacks: $kind", ({ kind, definition }) => {
    const { request, response } = recordOf(kind).documented;
    // What never travels is between the program and the provider; resources passed as services become the lists by id.
    const args = [...words(request).map(seenAs), ...definition.pathArgs, "services"];
    const isOwn = (name: string) => {
      const field = definition.args[name] as Field;
      return field.local || isSentSeparately(field) || field.extendedOnly || isMoved(definition.body, name);
    };
    expect(Object.keys(definition.args).filter((name) => !args.includes(name) && !isOwn(name))).toEqual([]);
    const outputs = words(response).map(seenAs);
    // A fixture has what a read returns.
    const isElsewhere = (name: string) =>
      definition.linked.some(({ outputs: own }) => Object.hasOwn(own, name)) ||
      definition.outputs[name]?.returned === "never" ||
      definition.outputs[name]?.extendedOnly;
    const isDocumented = (name: string) =>
      outputs.includes(seenAs(definition.outputs[name]?.wire ?? name)) || derivedByCodec[kind]?.includes(name);
    expect(Object.keys(definition.outputs).filter((name) => !isDocumented(name) && !isElsewhere(name))).toEqual([]);
  });

  it.each(cases)("have every argument and output of the API document: $kind", ({ kind, definition }) => {
    const { request, response } = recordOf(kind).documented;
    const args = words(request).filter((name) => !addedByCodec[kind]?.includes(name));
    expect(args.map(seenAs).filter((name) => definition.args[name] === undefined)).toEqual([]);
    const known = { ...definition.args, ...definition.outputs };
    const outputs = words(response).map(seenAs);
    expect(outputs.filter((name) => name !== "id" && known[name] === undefined)).toEqual([]);
  });
});

describe("membersToWire", () => {
  it.each(examples)(
    "encodes a valid %s with %s as the document does",
    (_kind, _title, { definition, program, request, path }) => {
      expect(validate(definition, { ...program, ...path }, "create")).toEqual([]);
      expect(membersToWire(definition.body, { ...program, ...path }, definition.pathArgs)).toEqual(request);
    },
  );
});

describe("membersFromWire", () => {
  it.each(cases)("decodes the whole response of $kind", ({ fixture, definition }) => {
    const known = { ...fixture.program, ...fixture.path };
    expect(membersFromWire(definition.body, fixture.response, known)).toEqual(fixture.outputs);
  });

  it.each(cases)("finds the arguments of the path of $kind in its response", ({ fixture, definition }) => {
    const seen = membersFromWire(definition.body, fixture.response, {});
    const path = Object.fromEntries(definition.pathArgs.map((name) => [name, seen[name]]));
    const withoutPath = Object.fromEntries(definition.pathArgs.map((name) => [name, undefined]));
    expect(path).toEqual(fixture.isParentOmitted ? withoutPath : fixture.path);
  });

  it("reads the registry's ID from the response's registry", () => {
    const { fixture, definition } = cases.find(({ kind }) => kind === "Container") as (typeof cases)[number];
    const { registry_id: _, ...answer } = fixture.response;
    expect(membersFromWire(definition.body, answer, {}).registryId).toBe(ids.registry);
  });
});

describe("programPath", () => {
  it.each([
    ["Cluster", "features[0].value.vpc_name", "features[0].gcpUserProvidedNetwork.vpcName"],
    [
      "Cluster",
      "features[1].value.eks_subnets_zone_a_ids[2]",
      "features[1].awsUserProvidedNetwork.eksSubnetsZoneAIds[2]",
    ],
    ["Cluster", "features[0].value", "features[0].value"],
    ["Cluster", "features[0].id", "features[0].id"],
    ["CloudCredentials", "secret_access_key", "aws.secretAccessKey"],
    ["CloudCredentials", "gcp_credentials", "gcp.serviceAccountKey"],
    ["CloudCredentials", "name", "name"],
    ["HelmService", "values_override.set[0][1]", "valuesOverride.set[0][1]"],
    ["HelmService", "values_override.file.raw.values[0].content", "valuesOverride.file.raw.values[0].content"],
    ["TerraformService", "terraform_files_source.git_repository.url", "terraformFilesSource.gitRepository.url"],
    ["Application", "description", "description"],
  ] as const)("returns the program's path of a %s for the API's path %s: %s", (kind, wire, path) => {
    expect(programPath(definitionOf(kind).body, wire)).toBe(path);
  });
});
