import { EmptySelectionError } from "../../provider/deployment/errors.js";
import { redeploy } from "../../provider/deployment/statuses.js";
import { isServed } from "../../provider/platform/endpoint.js";
import type { Platform } from "../../provider/platform/platform.js";
import { at, type Value, type Values } from "../../provider/schema/json.js";
import { type Choice, selectService } from "../environment/selectServices.js";
import { type Service, serviceLabel, servicesOf } from "../environment/services.js";
import { UsageError } from "../errors.js";
import type { VersionOption } from "../usage.js";
import { environmentLabel } from "./call.js";

interface DesiredDeployment {
  readonly environmentId: string;
  /** Names or IDs. */
  readonly services: readonly string[];
  readonly tags: readonly VersionOption[];
  readonly commits: readonly VersionOption[];
}

const subject = "app-platform deploy";

/** The options for versions, each with the version's name in a deployment. */
const versionOptions = [
  { option: "--tag", version: "imageTag", member: "tags" },
  { option: "--commit", version: "gitCommitId", member: "commits" },
] as const;

/**
 * The arguments of a trigger for this deployment. A version also selects its service; if nothing is selected, everything in the
 * environment is.
 */
export async function selectionArgs(platform: Platform, desired: DesiredDeployment): Promise<Values> {
  const { environmentId, services, tags, commits } = desired;
  const isWhole = services.length + tags.length + commits.length === 0;
  if (isWhole && isServed(redeploy, platform.endpoints)) return { wholeEnvironment: true };
  const listed = await servicesOf(platform, environmentId);
  if (isWhole && listed.length === 0) throw new EmptySelectionError(environmentLabel(environmentId));
  const choice: Choice = { platform, subject, environmentId, services: listed };
  const chosen = isWhole ? listed : services.map((text) => selectService(choice, text));
  const versions = versionOptions.flatMap(({ option, version, member }) =>
    desired[member].map((specified) => ({
      option,
      version,
      text: specified.version,
      service: selectService(choice, specified.service),
    })),
  );
  const all = new Map([...chosen, ...versions.map(({ service }) => service)].map((each) => [each.id, each]));
  for (const named of versions) checkVersion(named);
  return {
    services: [...all.values()].map((service) => {
      const own = versions.filter(({ service: { id } }) => id === service.id);
      return { ...selected(service), ...Object.fromEntries(own.map(({ version, text }) => [version, text])) };
    }),
  };
}

interface ServiceVersion {
  readonly option: string;
  readonly version: string;
  readonly text: string;
  readonly service: Service;
}

/** Rejects a version that the kind doesn't have, which wouldn't be sent. */
function checkVersion({ option, version, text, service }: ServiceVersion): void {
  const { definition, id, name } = service;
  if (Object.keys(definition.deployedAs?.versions ?? {}).includes(version)) return;
  const got = `${serviceLabel({ kind: definition.kind, name, id })} with "${text}"`;
  throw new UsageError(`${option} must name a service that has a ${option.slice(2)}; got ${got}.`, subject);
}

/** A service as a trigger selects it, with its version on the platform, which its first deployment needs. */
function selected({ definition, id, name, values }: Service): Record<string, Value> {
  const versions = Object.entries(definition.deployedAs?.versions ?? {}).flatMap(([version, path]) => {
    const value = path === undefined ? undefined : at(values, path);
    return typeof value === "string" ? [[version, value] as const] : [];
  });
  return { kind: definition.kind, id, ...(name === undefined ? {} : { name }), ...Object.fromEntries(versions) };
}
