/** Accesses of a cluster to secret managers: their form on the wire, and their rules. */
import { describe, expect, it } from "vitest";
import { changesOf } from "../../../../provider/values/compare.js";
import { merge, mergeWithinRules } from "../../../../provider/values/merge.js";
import { validate } from "../../../../provider/values/validate.js";
import { membersFromWire, membersToWire } from "../../../../provider/values/wire.js";
import { cluster as fixture } from "../../../kinds/cluster/fixture.js";
import type { Values } from "../../../support/provider.js";
import { definitionOf } from "../../support/fake-platform.js";

const definition = definitionOf("Cluster");
const { body } = definition;
const args = { ...fixture.path, name: "main", region: "eu-west-3", cloudProvider: "AWS" };
const withAccesses = (...secretManagerAccesses: Values[]): Values => ({ ...args, secretManagerAccesses });
const id = "00000000-0000-4000-8000-0000000000c7";
const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };

const region = "eu-west-3";
const automatic = { automaticallyConfigured: {} };
const manager = { awsSecretManager: { region } };
const keys = { region, accessKey: "key-1", secretKey: "a secret" };
const isStatic = { name: "shop", endpoint: manager, authentication: { awsStaticCredentials: keys } };

describe("secretManagerAccesses of a cluster", () => {
  it.each<[endpoint: Values, authentication: Values, wire: readonly [Values, Values]]>([
    [manager, automatic, [{ mode: "AWS_SECRET_MANAGER", region }, { mode: "AUTOMATICALLY_CONFIGURED" }]],
    [
      { awsParameterStore: { region } },
      { awsRoleArn: { roleArn: "arn:aws:iam::1:role/a" } },
      [
        { mode: "AWS_PARAMETER_STORE", region },
        { mode: "AWS_ROLE_ARN", role_arn: "arn:aws:iam::1:role/a" },
      ],
    ],
    [
      manager,
      { awsStaticCredentials: keys },
      [
        { mode: "AWS_SECRET_MANAGER", region },
        { mode: "AWS_STATIC_CREDENTIALS", region, access_key: "key-1", secret_key: "a secret" },
      ],
    ],
    [
      { gcpSecretManager: { region, projectId: "shop" } },
      { gcpJsonCredentials: { jsonCredentials: "e30=" } },
      [
        { mode: "GCP_SECRET_MANAGER", region, project_id: "shop" },
        { mode: "GCP_JSON_CREDENTIALS", json_credentials: "e30=" },
      ],
    ],
  ])("are sent with the mode that %j and %j name, and keep their secrets", (endpoint, authentication, wire) => {
    const specified = withAccesses({ name: "shop", endpoint, authentication });
    expect(validate(definition, specified, "create")).toEqual([]);
    const sent = { name: "shop", endpoint: wire[0], authentication: wire[1] };
    expect(membersToWire(body, specified)).toMatchObject({ secret_manager_accesses: [sent] });
    const { secret_key: _, json_credentials: _2, ...shown } = wire[1];
    const response = { secret_manager_accesses: [{ ...sent, authentication: shown, id, ...times }] };
    const read = membersFromWire(body, { ...fixture.response, ...response }, specified, "absent");
    expect(read.secretManagerAccesses).toEqual([{ id, name: "shop", endpoint, authentication }]);
    expect(read.secretManagerAccessIds).toEqual({ shop: id });
    expect(changesOf(definition, specified, { ...specified, ...read })).toEqual([]);
  });

  it.each<[what: string, access: Values, path: string]>([
    [
      "a new access without its secret",
      { ...isStatic, authentication: { awsStaticCredentials: { region, accessKey: "key-1" } } },
      "secretManagerAccesses[0].authentication.awsStaticCredentials.secretKey",
    ],
    [
      "credentials of Google without their secret",
      {
        ...isStatic,
        endpoint: { gcpSecretManager: { region, projectId: "a" } },
        authentication: { gcpJsonCredentials: {} },
      },
      "secretManagerAccesses[0].authentication.gcpJsonCredentials.jsonCredentials",
    ],
    [
      "authentication of another cloud",
      { ...isStatic, authentication: { gcpJsonCredentials: { jsonCredentials: "e30=" } } },
      "secretManagerAccesses[0].authentication.gcpJsonCredentials",
    ],
    ["no endpoint", { ...isStatic, endpoint: {} }, "secretManagerAccesses[0].endpoint"],
    [
      "two forms of authentication",
      { ...isStatic, authentication: { ...automatic, awsRoleArn: { roleArn: "a" } } },
      "secretManagerAccesses[0].authentication",
    ],
  ])("are rejected at preview with %s", (_what, access, path) => {
    expect(validate(definition, withAccesses(access), "create").map((issue) => issue.path)).toEqual([path]);
  });

  it("are rejected at preview with one name twice, whatever its letter case", () => {
    const [issue] = validate(definition, withAccesses(isStatic, { ...isStatic, name: "SHOP" }), "create");
    expect(issue?.path).toBe("secretManagerAccesses[1].name");
  });

  it("keep their IDs in an update, and their secrets if the program doesn't manage them", () => {
    const { secretKey: _, ...shown } = keys;
    const actual = {
      ...args,
      secretManagerAccesses: [{ ...isStatic, id, authentication: { awsStaticCredentials: shown } }],
    };
    expect(merge(body, actual, withAccesses({ ...isStatic, name: "Shop" }))).toMatchObject({
      secretManagerAccesses: [{ id, name: "Shop", authentication: { awsStaticCredentials: keys } }],
    });
    const { values, conflicts, dropped } = mergeWithinRules(definition, actual, { ...args, description: "edited" });
    expect([conflicts, dropped]).toEqual([[], []]);
    expect(values).toMatchObject({ secretManagerAccesses: actual.secretManagerAccesses });
  });
});
