/** Covers each definition, provider/kinds/*.ts and provider/kinds/shared/*.ts. */
import { describe, expect, it } from "vitest";
import { routesOf } from "../../../backend/src/routes/table.js";
import { callsOf } from "../../../provider/definition/kind.js";
import { anonymous, linkedCalls, served } from "../../kinds/documentedCalls.js";
import { isNotApplicable, kindNames, records } from "../../kinds/index.js";
import { type Field, isChildren } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const sets = ["documented", "extended"] as const;

/** Where the secrets of a field stand: `terraformVariablesSource.tfVars[].value`. */
function secretsIn(field: Field, path: string): string[] {
  // What a resource owns has tests of its own, `engine/variables.test.ts`.
  if (isChildren(field)) return [];
  if (field.secret === true || typeof field.secret === "object") return [path];
  if (field.type === "array") return secretsIn(field.item, `${path}[]`);
  if (field.type === "record") return secretsIn(field.value, `${path}.*`);
  if (field.type !== "object") return [];
  return Object.entries(field.members).flatMap(([name, member]) => secretsIn(member, `${path}.${name}`));
}

it("always secret arguments include argocdToken, configYaml, specConfigSecret, secretVariables, and passwords, tokens and keys of credentials", () => {
  const secretsOf = (kind: (typeof kindNames)[number]) =>
    Object.entries(definitionOf(kind).args).flatMap(([name, field]) => secretsIn(field, name));
  const ofCluster = [
    "metricsParameters.configuration.alerting.specConfigSecret",
    "secretManagerAccesses[].authentication.awsStaticCredentials.secretKey",
    "secretManagerAccesses[].authentication.gcpJsonCredentials.jsonCredentials",
    ...["dnsProvider.cloudflare.apiToken", "dnsProvider.route53.secretAccessKey", "eksAnywhereKubeconfig"],
  ];
  expect(secretsOf("Cluster")).toEqual(ofCluster);
  expect(secretsOf("ArgoCdConfig")).toEqual(["argocdToken"]);
  for (const kind of ["Application", "Container"] as const)
    expect(secretsOf(kind)).toEqual(["autoscaling.scalers[].triggerAuthentication.configYaml"]);
  expect(secretsOf("TerraformService")).toEqual(["terraformVariablesSource.tfVars[].value"]);
  const config = (...names: string[]) => names.map((name) => `config.${name}`);
  const ofRegistry = config("secretAccessKey", "scalewaySecretKey", "jsonCredentials", "password");
  expect(secretsOf("ContainerRegistry")).toEqual(ofRegistry);
  expect(secretsOf("HelmRepository")).toEqual(ofRegistry.filter((path) => !path.includes("json")));
  expect(secretsOf("GitToken")).toEqual(["token"]);
  const ofClouds = ["aws.vsphere.password", "aws.secretAccessKey", "gcp.serviceAccountKey", "scaleway.secretKey"];
  expect(secretsOf("CloudCredentials")).toEqual(ofClouds);
  expect(definitionOf("Container").args.secretVariables).toMatchObject({ secret: true });
});

it("kinds have a test record each, in the same order", () => {
  expect(Object.keys(records)).toEqual(kindNames);
  expect(kindNames.map((kind) => records[kind].fixture.kind)).toEqual(kindNames);
});

describe.each(kindNames.map((kind) => ({ kind, record: records[kind], definition: definitionOf(kind) })))(
  "test record of $kind",
  ({ record, definition }) => {
    it("names every secret of the definition", () => {
      const found = Object.entries(definition.args).flatMap(([name, field]) => secretsIn(field, name));
      expect(record.secrets.map(({ path }) => path)).toEqual(found);
    });

    it("has a route of the backend for each call of the definition", () => {
      const routes = routesOf("extended").map(({ method, path }) => anonymous(`${method} ${path}`));
      const calls = [...Object.values(callsOf(definition)), ...linkedCalls(definition)].flatMap((call) =>
        served(definition, call),
      );
      expect(routes).toEqual(expect.arrayContaining(calls));
    });

    it("has results for each endpoint set that serves its create, and for no other", () => {
      for (const set of sets) {
        const isServedHere = record.served.create.includes(set);
        // With the extended endpoints, a row follows from the definition, unless the record says why there is none.
        if (set === "documented" || !isServedHere)
          expect(isNotApplicable(record.lifecycle.expected[set]), set).toBe(!isServedHere);
        if (!isNotApplicable(record.calls)) expect(isNotApplicable(record.calls[set]), set).toBe(!isServedHere);
      }
    });
  },
);
