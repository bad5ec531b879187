import { z } from "zod";
import type { Call } from "../../definition/kind.js";
import type { Child, LinkedOutputs, OwnedChildren } from "../../definition/subresources.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { extended } from "../../platform/endpoint.js";
import { askedInTime } from "../../resource/check.js";
import { idOf, isSameId } from "../../schema/equality.js";
import { at, isAbsent, isObject, objectsIn, sameJson, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import {
  advancedSetting,
  flag,
  object,
  optionalList,
  type Rule,
  responseText,
  uuid,
  verbatim,
  verbatimText,
} from "../../schema/schemas.js";

const value = verbatimText.meta({ description: "Value of the variable." });

const externalSecret = object("ExternalSecret", "A secret in a secret manager.", {
  secretManagerAccessId: uuid.meta({
    description:
      "Access to the secret manager: one of the `secretManagerAccessIds` of the cluster that the environment is on.",
  }),
  name: verbatim.meta({ description: "Name of the secret in the secret manager, or its ARN." }),
  mountPath: verbatim.optional().meta({ description: "Path of the file that contains the secret, to make it a file." }),
});

export const variables = {
  variables: z
    .record(verbatim, value)
    .optional()
    .meta({
      example: { value: { LOG_LEVEL: "info" } },
      description:
        "Environment variables of the service by key (full API only). Your program manages only the keys that you list: keys that you remove are deleted, and all others stay as they are. Secret values are stored in `secretVariables` instead.",
    }),
  secretVariables: z.record(verbatim, value).optional().meta({
    description:
      "Secret environment variables of the service by key. Secret values in `variables` are added here. The platform never returns their values, so changes outside Pulumi aren't detected.",
    secret: true,
  }),
  externalSecrets: z
    .record(verbatim, externalSecret)
    .optional()
    .meta({
      example: {
        value: { DB_PASSWORD: { secretManagerAccessId: "3fa85f64-5717-4562-b3fc-2c963f66afa6", name: "shop/db" } },
      },
      description:
        "Environment variables and files by key, whose values the cluster reads from a secret manager (full API only). The platform and your stack have only the names of these secrets.",
    }),
};

const forms = ["variables", "secretVariables", "externalSecrets"] as const;

/** A key names one variable of one form. */
export const variablesRule: Rule = {
  reads: forms,
  description: "No key is in two of `variables`, `secretVariables` and `externalSecrets`.",
  check(values) {
    for (const [index, form] of forms.entries()) {
      for (const other of forms.slice(index + 1)) {
        const [one, another] = [values[form], values[other]];
        const isTwice = (key: string) => isObject(another) && Object.hasOwn(another, key);
        const key = isObject(one) ? Object.keys(one).find(isTwice) : undefined;
        if (key !== undefined)
          return { path: [form, key], expected: `must be omitted, since \`${other}\` has the key`, got: false };
      }
    }
    return undefined;
  },
};

/** The types of variables whose values are in a secret manager. */
const externalTypes: readonly unknown[] = ["EXTERNAL_SECRET", "FILE_EXTERNAL_SECRET"];

export function isExternal(type: unknown): boolean {
  return externalTypes.includes(type);
}

const isSecretChild = ({ arg }: Child) => arg === "secretVariables";

/** What says where an external secret is; nothing for other variables. */
function detailsOf({ arg, value: details }: Child): Values {
  return arg === "externalSecrets" && isObject(details) ? details : {};
}

/** An external secret in a response, as the argument has it. */
function externalSecretIn({ secret_manager_access_id: access, value: name, mount_path: path }: Values): Values {
  return { secretManagerAccessId: access ?? null, name: name ?? "", ...(isAbsent(path) ? {} : { mountPath: path }) };
}

/** The variables of a service on the platform. */
function variablesOf(service: string): OwnedChildren {
  const scope = service.toUpperCase();
  return {
    noun: "variable",
    args: { open: "variables", secret: "secretVariables", external: "externalSecrets" },
    kind: "Variable",
    api: variableCalls,
    parent: (ownerId) => ({ on: `${service}/${ownerId}` }),
    // The list also contains variables that the service inherits from its environment and its project.
    listed(item) {
      const { id: specified, key, value: shown, scope: of, is_secret: secret, variable_type: type } = item;
      const id = idOf(specified);
      if (of !== scope || id === undefined || typeof key !== "string") return undefined;
      const isSecret = secret === true;
      if (isExternal(type)) return { id, key, isSecret, arg: "externalSecrets", value: externalSecretIn(item) };
      const isValue = (isAbsent(type) || type === "VALUE") && isAbsent(item.mount_path);
      return {
        ...{ id, key, isSecret },
        value: isSecret ? undefined : (shown ?? ""),
        arg: isValue ? (isSecret ? "secretVariables" : "variables") : undefined,
      };
    },
    created(ownerId, child) {
      const { secretManagerAccessId, name, mountPath } = detailsOf(child);
      const parent = { variable_scope: scope, variable_parent_id: ownerId };
      if (secretManagerAccessId === undefined)
        return { key: child.key, value: child.value, is_secret: isSecretChild(child), ...parent };
      const external = { value: name, is_secret: false, secret_manager_access_id: secretManagerAccessId };
      return { key: child.key, ...external, ...(isAbsent(mountPath) ? {} : { mount_path: mountPath }), ...parent };
    },
    updated(child, existing) {
      const { secretManagerAccessId, name, mountPath } = detailsOf(child);
      if (secretManagerAccessId === undefined) return { key: child.key, value: child.value };
      // The path of a file never changes.
      if (!sameJson(mountPath, at(existing.value, "mountPath"))) return undefined;
      return { key: child.key, value: name, secret_manager_access_id: secretManagerAccessId };
    },
    createdAll: (ownerId, children) => ({
      query: { service_id: ownerId, service_type: scope },
      body: {
        overwrite: false,
        vars: children.map((child) => ({
          ...{ name: child.key, value: child.value, scope, is_secret: isSecretChild(child) },
        })),
      },
    }),
    valuesCreated(response) {
      const listed = isObject(response) ? response.successful_imported_variables : undefined;
      if (!Array.isArray(listed)) return undefined;
      return (child) => {
        const { key, value: sent } = child;
        const isSecret = isSecretChild(child);
        const found = listed
          .filter(isObject)
          .find((each) => each.name === key && each.scope === scope && each.is_secret === isSecret);
        return found && (isSecret ? sent : (found.value ?? sent));
      };
    },
  };
}

/** A reference as in requests: `container/3fa85f64-…` is a parent in the scope CONTAINER. */
export function scopeOf(on: string): { readonly scope: string; readonly parentId: string } {
  const [kind = "", id = ""] = on.split("/");
  return { scope: kind.toUpperCase(), parentId: id.toLowerCase() };
}

/** The calls for variables of any scope. */
export const variableCalls = {
  list: extended("GET /variable", {
    member: "on",
    query(on) {
      const { scope, parentId } = scopeOf(on);
      return { parent_id: parentId, scope };
    },
    // The list also contains inherited variables and those of the platform. One without a scope must not seem to be gone.
    holds: ({ scope }, on) => typeof scope !== "string" || scope === scopeOf(on).scope,
  }),
  create: extended("POST /variable"),
  createAll: extended("POST /variable/import"),
  update: extended("PUT /variable/{id}"),
  delete: extended("DELETE /variable/{id}"),
};

/** An access to a secret manager that arguments name. */
interface Named {
  readonly path: string;
  readonly accessId: Value | undefined;
}

/** Rejects external secrets of a service with an access of another cluster, if they changed. */
async function checkExternalSecrets(call: Call, args: Values, oldInputs: Values = {}): Promise<[]> {
  const { environmentId, externalSecrets } = args;
  if (!isObject(externalSecrets) || sameJson(externalSecrets, oldInputs.externalSecrets)) return [];
  const named = Object.entries(externalSecrets).map(([key, secret]) => ({
    path: `externalSecrets.${key}.secretManagerAccessId`,
    accessId: isObject(secret) ? secret.secretManagerAccessId : undefined,
  }));
  await askedInTime(call, (asking) => refuseAccessesElsewhere(asking, environmentId, named));
  return [];
}

/**
 * Rejects accesses that another cluster than the environment's has. One that no cluster has may be new, and the list outdated: the platform
 * rejects it if it doesn't exist.
 */
export async function refuseAccessesElsewhere(
  { platform, operation, label }: Call,
  environmentId: Value | undefined,
  named: readonly Named[],
): Promise<void> {
  const known = named.filter(({ accessId }) => typeof accessId === "string" && accessId !== UNKNOWN);
  if (known.length === 0 || typeof environmentId !== "string" || environmentId === UNKNOWN) return;
  const purpose = `Finding the cluster of ${label}`;
  const options = { evenOutdated: true, operation };
  const endpoint = extended("GET /environment/{environmentId}");
  const reading = { endpoint, members: { environmentId }, purpose, isSingle: true as const };
  const [environment] = await platform.lists.all(reading, options);
  const organizationId = at(environment, "organization.id");
  if (typeof organizationId !== "string") return;
  const list = extended("GET /organization/{organizationId}/cluster");
  const clusters = await platform.lists.all({ endpoint: list, members: { organizationId }, purpose }, options);
  const own = clusters.find(({ id }) => isSameId(id, environment?.cluster_id));
  if (own === undefined) return;
  const [first, ...others] = known.flatMap(({ path, accessId }) => {
    const has = (cluster: Values) =>
      objectsIn(cluster.secret_manager_accesses).find(({ id }) => isSameId(id, accessId));
    const other = has(own) === undefined ? clusters.find((cluster) => has(cluster) !== undefined) : undefined;
    if (other === undefined) return [];
    const others = `"${has(other)?.name}" is one of the cluster "${other.name}"`;
    const expected = `must be a secret manager access of the environment's cluster, "${own.name}"; ${others}`;
    return [{ path, expected }];
  });
  if (first !== undefined) throw new InvalidArgumentError(label, first, ...others);
}

/** What a service with variables has. */
export const ownVariables = { owned: variablesOf, verbs: { check: checkExternalSecrets } };

const link = object("Link", "An address of a public port.", {
  url: z.string().meta({ description: "URL of the address." }),
  internalPort: z.int().meta({ description: "Port in the instance." }),
  externalPort: z.int().meta({ description: "Public port." }),
  isDefault: flag.meta({ description: "Whether it is the default address of the service." }),
});

const outputs = {
  url: responseText.meta({
    description:
      "URL of the service's default address (full API only). `undefined` without a publicly accessible port.",
    changesWith: ["ports"],
  }),
  externalHost: responseText.meta({
    description: "Host name in `url`.",
    changesWith: ["ports"],
  }),
  links: optionalList(link).meta({
    description:
      "Addresses of the service's publicly accessible ports, the default one first (full API only). Updated when the service is created, when its ports change, and by a refresh.",
    changesWith: ["ports"],
  }),
};

const textOf = ({ internal_port: port, url }: Values) => `${String(port).padStart(5)} ${url}`;

function hostIn(url: string): Values {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: "" };
  return hostname === "" ? {} : { externalHost: hostname };
}

/** The default address first, then by port: the platform doesn't document an order. */
function inOrder(one: Values, other: Values): number {
  const byDefault = Number(other.is_default === true) - Number(one.is_default === true);
  return byDefault || textOf(one).localeCompare(textOf(other));
}

/** The end of the key of the built-in variable with the internal host of a service: platforms differ in what comes before. */
function endsAsHostOf(id: string): (key: Value | undefined) => boolean {
  const end = `_Z${id.slice(0, 8).toUpperCase()}_HOST_INTERNAL`;
  return (key) => typeof key === "string" && key.endsWith(end);
}

/** The internal host of a service or database, which the platform returns only as a built-in variable. */
export function internalHostOf(service: string): LinkedOutputs {
  const inEnvironment = (member: string, scope: string) =>
    extended("GET /variable", {
      member,
      query: (id) => ({ parent_id: id, scope }),
      holds: () => true,
    });
  const list = inEnvironment("environmentId", "ENVIRONMENT");
  return {
    noun: "internal host",
    outputs: {
      internalHost: responseText.meta({
        description: "Host name at which other services of the environment reach it (full API only).",
        changesWith: [],
      }),
    },
    isFixed: true,
    // A database has no scope of its own.
    read: service === "database" ? list : inEnvironment("id", service.toUpperCase()),
    shared: { list, ownerMember: "service_id" },
    follow: [],
    isExpected: () => true,
    from(items, id) {
      const isHost = endsAsHostOf(id);
      const { value } = items.find(({ key }) => isHost(key)) ?? {};
      return typeof value === "string" ? { internalHost: value } : {};
    },
  };
}

/** The hosts and addresses of a service that may have public ports. */
export function hostsOf(service: string): readonly LinkedOutputs[] {
  return [linksOf(service), internalHostOf(service)];
}

/** The addresses of a service's public ports. */
function linksOf(service: string): LinkedOutputs {
  return {
    noun: "addresses",
    outputs,
    read: extended(`GET /${service}/{id}/link`),
    shared: { list: extended("GET /environment/{environmentId}/link"), ownerMember: "service_id" },
    follow: ["ports"],
    // A port that doesn't say whether it's public is.
    isExpected: ({ ports }) =>
      Array.isArray(ports) && ports.some((port) => isObject(port) && (port.publiclyAccessible ?? true) === true),
    from(items) {
      const links = items
        .filter(({ url }) => typeof url === "string")
        .sort(inOrder)
        .map(({ url, internal_port, external_port, is_default }) => ({
          url: url as string,
          internalPort: internal_port ?? null,
          externalPort: external_port ?? null,
          isDefault: is_default === true,
        }));
      const [first] = links;
      return first === undefined ? {} : { url: first.url, ...hostIn(first.url), links };
    },
  };
}

/** Settings that the platform stores separately from the service or cluster (`settingsSubresource`). */
export const advancedSettings = z
  .record(verbatim, advancedSetting.meta({ description: "Value of the setting." }))
  .optional()
  .meta({
    description:
      "Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. Your program manages only the settings that you list: one that you remove returns to the platform's default, and the others stay as they are. Names and types are checked against the platform's list, at preview if it can be reached.",
    extendedOnly: true,
  });
