import type { VariableArgs } from "pulumi-app-platform";
import { clean, type Values } from "../support/provider.js";
import { ids } from "./shared/ids.js";
import { outputsOf } from "./shared/programFormat.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const on = `container/${ids.container}`;
const id = "00000000-0000-4000-8000-0000000000b3";
const place = { variable_scope: "CONTAINER", variable_parent_id: ids.container };
const described = { description: "Settings of the application" };
const specified = { ...described, key: "app.toml", value: "level = 1" };
const other = "00000000-0000-4000-8000-0000000000b4";
const namesIt = ({ targetId }: Values, { id: named }: { readonly id: string }) => targetId === named;

const response = {
  ...stamped(id),
  ...specified,
  mount_path: "/etc/app.toml",
  aliased_variable: { id: other, key: "A", scope: "PROJECT" },
  overridden_variable: { id: other, key: "app.toml", scope: "PROJECT" },
};

export const variable = testRecord({
  fixture: {
    kind: "Variable",
    title: "every field of a file",
    path: { on },
    program: { ...specified, secret: true, mountPath: "/etc/app.toml", enableInterpolationInFile: true },
    request: { ...specified, is_secret: true, mount_path: "/etc/app.toml", enable_interpolation_in_file: true },
    response: {
      ...response,
      value: null,
      scope: "CONTAINER",
      variable_type: "FILE",
      is_secret: true,
      secret_manager_access_id: null,
    },
    outputs: outputsOf(response, {
      ...{ on, secret: true, enableInterpolationInFile: true, type: "FILE", aliasOf: other, overrides: other },
    }),
    isParentOmitted: true,
    // What these name is in the path of the calls that create them.
    variants: [
      { title: "aliasOf", program: { key: "A", aliasOf: other }, request: { key: "A" } },
      {
        title: "overrides",
        program: { key: "A", value: "b", overrides: other },
        request: { key: "A", value: "b" },
      },
      {
        title: "an external secret",
        program: { key: "A", value: "shop/db", secretManagerAccessId: other },
        request: { key: "A", value: "shop/db", secret_manager_access_id: other },
      },
    ],
  },
  undocumented: { notApplicable: "The API document has no variables: a preview refuses to create one." },
  arguments: {
    required: "on key",
    bounds: [
      ["key", [""], ["a"]],
      ["mountPath", [""], ["/a"]],
      ["aliasOf", ["", "LEVEL"], [other]],
      ["overrides", ["", "LEVEL"], [other]],
      ["secretManagerAccessId", ["", "LEVEL"], [other]],
      ["description", ["a".repeat(256)], ["", "a".repeat(255)]],
    ],
    changed: {
      documented: [
        "refused",
        {
          ...{ on: "replace", key: "replace", secret: "name taken", mountPath: "name taken" },
          ...{ aliasOf: "name taken", overrides: "name taken" },
        },
      ],
      extended: [
        "edit",
        {
          ...{ on: "replace", secret: "replace, deleted first", mountPath: "replace, deleted first" },
          ...{ aliasOf: "replace, deleted first", overrides: "replace, deleted first" },
        },
      ],
    },
    omittedElsewhere: { value: "value", aliasOf: "value", mountPath: "enableInterpolationInFile" },
    valid({ value, aliasOf, overrides, mountPath, enableInterpolationInFile, secretManagerAccessId, ...others }) {
      const { secret, ...rest } = others;
      if (aliasOf !== undefined) return { ...rest, aliasOf };
      if (overrides !== undefined) return { ...rest, overrides: other, value: value ?? "" };
      const file = mountPath === undefined ? {} : { mountPath, enableInterpolationInFile };
      const external = secretManagerAccessId === undefined ? { secret } : { secretManagerAccessId };
      return clean({ ...rest, ...file, ...external, value: value ?? "" }) as Values;
    },
  },
  secrets: [{ path: "value", name: "variableValue", sample: "value of a variable" }],
  calls: {
    addedMembers: { create: place },
    unsent: { update: ["is_secret", "mount_path"] },
    extended: { update: [`PUT /variable/${id}`] },
  },
  service: { notApplicable: "A variable belongs to a service, an environment or a project." },
  lifecycle: {
    args: ({ environment }) => ({
      on: `environment/${environment}`,
      key: "LOG_LEVEL",
      value: "info",
      description: "How much is logged",
    }),
    identifiedBy: {
      arg: "key",
      other: "BY_HAND",
      place: ({ environment }) => ({ variable_scope: "ENVIRONMENT", variable_parent_id: environment }),
    },
    edited: { arg: "value", wire: "value", byHand: "by hand" },
    edits: () => [{ value: "debug" }],
    removed: { arg: "description", wire: "description" },
    replacements: ({ otherEnvironment, environment }) => [
      { on: `environment/${otherEnvironment}` },
      { on: `environment/${environment}` },
      { secret: true },
      { secret: false },
    ],
  },
  bodies: { notApplicable: "The requests on whole systems have its calls." },
  everyField: ({ environment }, secret) => {
    const args: VariableArgs = {
      on: `environment/${environment}`,
      key: "every-variable",
      value: secret("variableValue"),
      secret: true,
      mountPath: "/etc/every-variable",
      enableInterpolationInFile: false,
      description: "every field",
    };
    return { variable: args };
  },
  simulation: {
    args: ({ edition }) => ({ value: `token ${edition}`, secret: true }),
    wire: ({ edition }) => ({ value: `token ${edition}`, is_secret: true }),
    names: {
      aliasOf: {
        among: "seen",
        isNeeded: true,
        args: ({ edition }) => ({ description: `edition ${edition}` }),
        wire: ({ edition }) => ({ type: "ALIAS", description: `edition ${edition}` }),
        holds: namesIt,
      },
      overrides: {
        among: "above",
        isNeeded: true,
        hasItsName: true,
        args: ({ edition }) => ({ value: `token ${edition}` }),
        wire: ({ edition }) => ({ type: "OVERRIDE", value: `token ${edition}` }),
        holds: namesIt,
      },
    },
  },
});
