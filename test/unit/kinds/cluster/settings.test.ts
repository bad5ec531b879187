/** Accesses of a cluster to secret managers: their form on the wire, and their rules. */
import { describe, expect, it } from "vitest";
import { changesOf } from "../../../../provider/values/compare.js";
import { merge, mergeWithinRules } from "../../../../provider/values/merge.js";
import { validate } from "../../../../provider/values/validate.js";
import { membersFromWire, membersToWire } from "../../../../provider/values/wire.js";
import { cluster as fixture } from "../../../kinds/fixtures.js";
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
  const aws = { mode: "AWS_SECRET_MANAGER", region };
  const google = { projectId: "shop", region };
  const parameters = { mode: "AWS_PARAMETER_STORE", region };
  const googleOnWire = { mode: "GCP_SECRET_MANAGER", region, project_id: "shop" };
  const googleKey = { gcpJsonCredentials: { jsonCredentials: "e30=" } };
  const roleArn = "arn:aws:iam::1:role/a";
  const keysOnWire = { region, access_key: "key-1", secret_key: "a secret" };
  it.each<[mode: string, endpoint: Values, authentication: Values, sentEndpoint: Values, sent: Values]>([
    ["AUTOMATICALLY_CONFIGURED", manager, automatic, aws, {}],
    ["AWS_ROLE_ARN", { awsParameterStore: { region } }, { awsRoleArn: { roleArn } }, parameters, { role_arn: roleArn }],
    ["AWS_STATIC_CREDENTIALS", manager, { awsStaticCredentials: keys }, aws, keysOnWire],
    ["GCP_JSON_CREDENTIALS", { gcpSecretManager: google }, googleKey, googleOnWire, { json_credentials: "e30=" }],
  ])("are sent with the mode %s, and keep their secrets", (mode, endpoint, authentication, sentEndpoint, others) => {
    const onWire: Values = { mode, ...others };
    const specified = withAccesses({ name: "shop", endpoint, authentication });
    expect(validate(definition, specified, "create")).toEqual([]);
    const sent = { name: "shop", endpoint: sentEndpoint, authentication: onWire };
    expect(membersToWire(body, specified)).toMatchObject({ secret_manager_accesses: [sent] });
    const { secret_key: _, json_credentials: _2, ...shown } = onWire;
    const response = { secret_manager_accesses: [{ ...sent, authentication: shown, id, ...times }] };
    const read = membersFromWire(body, { ...fixture.response, ...response }, specified, "absent");
    expect(read.secretManagerAccesses).toEqual([{ id, name: "shop", endpoint, authentication }]);
    expect(read.secretManagerAccessIds).toEqual({ shop: id });
    expect(changesOf(definition, specified, { ...specified, ...read })).toEqual([]);
  });

  const noSecret = { awsStaticCredentials: { region, accessKey: "key-1" } };
  const noKey = { endpoint: { gcpSecretManager: google }, authentication: { gcpJsonCredentials: {} } };
  const twoForms = { ...automatic, awsRoleArn: { roleArn } };
  it.each<[what: string, access: Values, path: string]>([
    ["an access key without a secret", { authentication: noSecret }, ".authentication.awsStaticCredentials.secretKey"],
    ["a key of Google without its secret", noKey, ".authentication.gcpJsonCredentials.jsonCredentials"],
    ["authentication of another cloud", { authentication: googleKey }, ".authentication.gcpJsonCredentials"],
    ["an empty endpoint", { endpoint: {} }, ".endpoint"],
    ["two forms of authentication", { authentication: twoForms }, ".authentication"],
  ])("are rejected at preview with %s", (_what, access, path) => {
    const issues = validate(definition, withAccesses({ ...isStatic, ...access }), "create");
    expect(issues.map((issue) => issue.path)).toEqual([`secretManagerAccesses[0]${path}`]);
  });

  it("are rejected at preview if two have the same name in any letter case", () => {
    const [issue] = validate(definition, withAccesses(isStatic, { ...isStatic, name: "SHOP" }), "create");
    expect(issue?.path).toBe("secretManagerAccesses[1].name");
  });

  it("preserve their IDs and unmanaged secrets in an update", () => {
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
