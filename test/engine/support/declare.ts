import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import * as sdk from "pulumi-app-platform";
import type { Kind } from "../../kinds/kindNames.js";
import type { Args } from "../../kinds/testRecord.js";
import type { Platform } from "../../platform/support/platform.js";

/** A class of any kind: TypeScript does not choose among the signatures of several. */
type ResourceClass<K extends Kind> = Omit<(typeof sdk)[K], "prototype"> &
  (new (
    name: string,
    args: never,
    options?: CustomResourceOptions,
  ) => InstanceType<(typeof sdk)[K]>);

export const classes: { readonly [K in Kind]: ResourceClass<K> } = sdk;

export function declare(kind: Kind, name: string, args: Args, options: CustomResourceOptions = {}): CustomResource {
  return new classes[kind](name, args as never, options);
}

/** The arguments of a container that a program gives where it matters little what the container is. */
export const containerArgs = ({ ids }: Pick<Platform, "ids">, wish: object = {}): sdk.ContainerArgs => ({
  environmentId: ids.environment,
  registryId: ids.registries.DOCKER_HUB,
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: {},
  ...wish,
});

/** The same for a database. */
export const databaseArgs = ({ ids }: Pick<Platform, "ids">, wish: object = {}): sdk.DatabaseArgs => ({
  environmentId: ids.environment,
  type: "POSTGRESQL",
  version: "16",
  mode: "CONTAINER",
  ...wish,
});
