/** States that tests write themselves. */
import { migrationOf } from "../../cli/terraform/migration.js";
import { readState } from "../../cli/terraform/stateFile.js";
import type { Values } from "../support/provider.js";

export const encoded = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

export const stateOf = (...resources: Values[]) => ({
  ...{ version: 4, terraform_version: "1.11.4", serial: 1, outputs: {} },
  resources,
});

export const migrated = (...resources: Values[]) => migrationOf(readState(encoded(stateOf(...resources)), "state"));

let count = 0;
export const newId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;
export const environment = "00000000-0000-4000-9000-0000000000e1";

/** An instance of a container, with these attributes besides those that each has. */
export function container(attributes: Values = {}, more: Values = {}): Values {
  const required = { name: "web", image_name: "acme/web", tag: "1", registry_id: environment };
  const healthchecks = { readiness_probe: null, liveness_probe: null };
  const own = { id: newId(), environment_id: environment, ...required, healthchecks };
  return { schema_version: 0, attributes: { ...own, ...attributes }, ...more };
}

export function resource(type: string, name: string, instances: Values[], more: Values = {}): Values {
  const provider = 'provider["registry.terraform.io/example/platform"]';
  return { mode: "managed", type: `platform_${type}`, name, provider, instances, ...more };
}
