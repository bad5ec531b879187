import type * as pulumi from "@pulumi/pulumi";
import { describe, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { DefinitionOf, KindName } from "../../../../provider/kinds/index.js";
import type * as sdk from "../../../../sdk/index.js";

/** Members that must be a resource in place of an ID. Definitions know only the other form. */
type RequiredResource<T> = {
  [Name in RequiredOf<T> & string]: `${Name}Id` extends keyof T ? Name : never;
}[RequiredOf<T> & string];

/** A value without outputs and promises, and without resources that stand for their IDs, at every depth. (`pulumi.Unwrap` makes `never` of what may be anything.) */
type Unwrapped<T> = unknown extends T
  ? unknown
  : // Some texts come with others that editors suggest.
    T extends string
    ? T
    : T extends Promise<infer Known>
      ? Unwrapped<Known>
      : T extends pulumi.OutputInstance<infer Known>
        ? Unwrapped<Known>
        : // A program may give a resource for a reference to it.
          T extends pulumi.Resource
          ? never
          : T extends readonly (infer Item)[]
            ? Unwrapped<Item>[]
            : T extends object
              ? [RequiredResource<T>] extends [never]
                ? { [Name in keyof T]: Unwrapped<T[Name]> }
                : never
              : T;

/** Both may stand for the other. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : "wider") : "narrower";

/** What a class takes: where a kind can be cloned, the arguments of a new resource or those of a clone. */
type Taken<K extends KindName> = ConstructorParameters<(typeof sdk)[K]>[1];

/** Services are resources in a program and selections in a definition. */
type Defined<K extends KindName> = Omit<z.infer<z.ZodObject<DefinitionOf<K>["shape"], z.core.$strict>>, "services">;
type Services<K extends KindName> = Pick<Taken<K>, Extract<"services", keyof Taken<K>>>;

/** Names of what a definition does not have itself, and of what is compared elsewhere. */
type Own = "connection" | "adoptId" | "acceptDefaults" | "cloneFrom" | "services";

/** Names of the arguments for resources in place of their IDs. */
type ResourcesOf<Names> = Names extends `${infer Name}Id` ? Name : never;

type Present<T> = Exclude<T, undefined>;
type RequiredOf<T> = { [Name in keyof T]-?: Record<never, never> extends Pick<T, Name> ? never : Name }[keyof T];

/** Whether a class takes what its definition says, member by member, and neither less nor more of them. */
interface Compared<K extends KindName> {
  names: Same<Exclude<keyof Taken<K>, Own | ResourcesOf<keyof Defined<K>>>, Exclude<keyof Defined<K>, Own>>;
  values: AllTrue<{
    [Name in keyof Defined<K>]-?: Name extends keyof Taken<K>
      ? Same<Present<Unwrapped<Taken<K>[Name]>>, Present<Defined<K>[Name]>>
      : "missing";
  }>;
  enough: Pick<Defined<K>, RequiredOf<Defined<K>>> & Services<K> extends Taken<K> ? true : "too little";
  required: AllTrue<{
    [Name in RequiredOf<Defined<K>>]: Omit<Defined<K>, Name> & Services<K> extends Taken<K>
      ? // A resource may be given in place of its ID.
        ResourcesOf<Name> extends keyof Taken<K>
        ? true
        : "optional"
      : true;
  }>;
}

type AllTrue<T> = T[keyof T] extends true ? true : T;

/** Never called: the compiler is the judge. */
function accepts<T>(_value: T): void {}

const healthchecks = {};
const environmentId = "00000000-0000-4000-a000-000000000003";
const source = { image: { imageName: "a", tag: "1", registryId: environmentId } };

describe("generated argument types", () => {
  it("equal the types of the definitions", () => {
    type Comparison = { [K in KindName]: AllTrue<Compared<K>> };
    expectTypeOf<Comparison>().toEqualTypeOf<Record<KindName, true>>();
  });

  it("accept outputs at every depth", () => {
    const later = undefined as unknown as pulumi.Output<string>;
    const port = undefined as unknown as Promise<number>;
    accepts<sdk.ContainerArgs>({
      environmentId: later,
      registryId: later,
      imageName: later,
      tag: later,
      healthchecks: { readinessProbe: { type: { http: { port } } } },
      ports: [{ internalPort: port, publiclyAccessible: true, name: later }],
    });
  });

  it("refuse what the definitions refuse", () => {
    // @ts-expect-error two kinds of a probe
    accepts<sdk.types.input.ProbeTypeArgs>({ tcp: { port: 1 }, http: { port: 1 } });
    // @ts-expect-error no kind of a probe
    accepts<sdk.types.input.ProbeTypeArgs>({});
    // @ts-expect-error no schedule
    accepts<sdk.JobArgs>({ environmentId, healthchecks, source });
    // @ts-expect-error an output of a response isn't an argument
    accepts<sdk.types.input.AnnotationsGroupReferenceArgs>({ id: environmentId, name: "team" });
    // @ts-expect-error null isn't a description of a container
    accepts<sdk.ContainerArgs["description"]>(null);
    accepts<sdk.ApplicationArgs["description"]>(null);
  });

  it("accept an ID or its resource, and refuse another kind or neither", () => {
    const registry = undefined as unknown as sdk.ContainerRegistry;
    const repository = undefined as unknown as sdk.HelmRepository;
    const group = undefined as unknown as sdk.LabelsGroup;
    const site = { environmentId, imageName: "a", tag: "1", healthchecks };
    accepts<sdk.ContainerArgs>({ ...site, registry, labelsGroups: [group, { id: environmentId }] });
    accepts<sdk.types.input.JobImageArgs>({ imageName: "a", tag: "1", registry });
    accepts<sdk.types.input.HelmChartArgs>({ chartName: "a", chartVersion: "1", repository });
    accepts<sdk.types.input.HelmChartArgs>({ chartName: "a", chartVersion: "1", repositoryId: environmentId });
    const [cluster, credentials] = [undefined as unknown as sdk.Cluster, undefined as unknown as sdk.CloudCredentials];
    accepts<sdk.EnvironmentArgs>({ projectId: environmentId, cluster });
    accepts<sdk.types.input.CloudProviderCredentialsArgs>({ credentials });
    accepts<sdk.types.input.CloudProviderCredentialsArgs>({ credentials: { id: environmentId } });
    // @ts-expect-error credentials aren't a cluster
    accepts<sdk.EnvironmentArgs>({ projectId: environmentId, cluster: credentials });
    // @ts-expect-error a Helm repository has no images
    accepts<sdk.ContainerArgs>({ ...site, registry: repository });
    // @ts-expect-error neither a registry nor its ID
    accepts<sdk.types.input.JobImageArgs>({ imageName: "a", tag: "1" });
  });

  it("accept only deployable resources as services", () => {
    const cluster = undefined as unknown as sdk.Cluster;
    const web = undefined as unknown as sdk.Container;
    const db = undefined as unknown as sdk.Database;
    accepts<sdk.DeploymentTriggerArgs>({ environmentId, services: [web, db, { service: web, imageTag: "1" }] });
    // @ts-expect-error a cluster isn't a service
    accepts<sdk.DeploymentTriggerArgs>({ environmentId, services: [cluster] });
  });
});
