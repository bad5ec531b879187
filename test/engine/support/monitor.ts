/** What a program talks to: Pulumi's resource monitor and engine services, which hand its resources to a deployment. */
import * as grpc from "@grpc/grpc-js";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb.js";
import engineRpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineProto from "@pulumi/pulumi/proto/engine_pb.js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import resourceRpc from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import resourceProto from "@pulumi/pulumi/proto/resource_pb.js";
import emptyProto from "google-protobuf/google/protobuf/empty_pb.js";
import gstruct from "google-protobuf/google/protobuf/struct_pb.js";
import type { Values } from "../../support/provider.js";
import type { AliasSpec } from "./aliases.js";
import { Cancelled, type Deployment, type Goal, type Message, type Registered } from "./deployment.js";
import { newTransforms } from "./transforms.js";
import { received } from "./values.js";

const feature = resourceProto.ResourceMonitorFeature;
/** What this engine can do, by the name under which SDKs before 3.270 ask for it. */
const features = new Map([
  ["secrets", feature.RESOURCE_MONITOR_FEATURE_SECRETS],
  ["resourceReferences", feature.RESOURCE_MONITOR_FEATURE_RESOURCE_REFERENCES],
  ["outputValues", feature.RESOURCE_MONITOR_FEATURE_OUTPUT_VALUES],
  ["deletedWith", feature.RESOURCE_MONITOR_FEATURE_DELETED_WITH],
  ["aliasSpecs", feature.RESOURCE_MONITOR_FEATURE_ALIAS_SPECS],
  ["transforms", feature.RESOURCE_MONITOR_FEATURE_TRANSFORMS],
]);

/** The monitor of one run of a program. */
export async function startMonitor(deployment: Deployment, tell: (message: Message) => void) {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  let root = "";
  const transforms = newTransforms();
  const unary =
    <Request, Response>(answer: (request: Request) => Response | Promise<Response>) =>
    async (call: grpc.ServerUnaryCall<Request, Response>, callback: grpc.sendUnaryData<Response>) => {
      try {
        callback(null, await answer(call.request));
      } catch (error) {
        // What this engine does not know must not look like something that it does.
        if (!(error instanceof Cancelled)) {
          tell({ severity: "error", urn: root, text: (error as Error).message });
          deployment.fail();
        }
        // The operation has ended, and the program waits forever: an error would be an unhandled rejection in it.
      }
    };
  const empty = () => new emptyProto.Empty();
  const refuse = (what: string) =>
    unary(() => {
      throw new Error(`${what}: this engine does not know it; run the test with the real CLI`);
    });

  server.addService(resourceRpc.ResourceMonitorService, {
    supportsFeature: unary((request: resourceProto.SupportsFeatureRequest) => {
      const response = new resourceProto.SupportsFeatureResponse();
      response.setHassupport(features.has(request.getId()));
      return response;
    }),
    registerResource: unary(async (request: resourceProto.RegisterResourceRequest) => {
      await transforms.apply(request);
      const registered = await deployment.register(goalOf(request));
      transforms.registered(registered.urn, request);
      return registration(registered);
    }),
    readResource: unary(async (request: resourceProto.ReadResourceRequest) => {
      const { urn, outputs } = await deployment.read(readGoalOf(request), request.getId());
      const response = new resourceProto.ReadResourceResponse();
      response.setUrn(urn);
      response.setProperties(structOf(outputs));
      return response;
    }),
    registerResourceOutputs: unary((request: resourceProto.RegisterResourceOutputsRequest) => {
      deployment.outputs(request.getUrn(), valuesOf(request.getOutputs()));
      return empty();
    }),
    invoke: unary((request: resourceProto.ResourceInvokeRequest) => {
      const { urn } = valuesOf(request.getArgs());
      const found = deployment.known(String(urn));
      if (request.getTok() !== "pulumi:pulumi:getResource" || found === undefined)
        throw new Error(`unknown function ${request.getTok()}`);
      const response = new providerProto.InvokeResponse();
      response.setReturn(structOf({ urn: found.urn, id: found.id ?? "", state: found.outputs }));
      return response;
    }),
    signalAndWaitForShutdown: unary(empty),
    call: refuse("call"),
    registerStackTransform: unary((callback: Callback) => {
      transforms.addToStack(callback);
      return empty();
    }),
    registerStackInvokeTransform: refuse("a transform of functions"),
    registerResourceHook: refuse("a hook"),
    registerErrorHook: refuse("a hook for errors"),
    registerPackage: refuse("a package"),
    getDeploymentInfo: unary(() => {
      const response = new resourceProto.DeploymentInfo();
      response.setSupportedfeaturesList([...features.values()]);
      return response;
    }),
  } as unknown as grpc.UntypedServiceImplementation);

  server.addService(engineRpc.EngineService, {
    log: unary((request: engineProto.LogRequest) => {
      const text = request.getMessage();
      const urn = request.getUrn() || root;
      const severity = request.getSeverity();
      if (severity === engineProto.LogSeverity.ERROR) tell({ severity: "error", urn, text });
      else if (severity === engineProto.LogSeverity.WARNING) tell({ severity: "warning", urn, text });
      else if (severity === engineProto.LogSeverity.INFO) tell({ severity: "info", urn, text });
      return empty();
    }),
    getRootResource: unary(() => {
      const response = new engineProto.GetRootResourceResponse();
      response.setUrn(root);
      return response;
    }),
    setRootResource: unary((request: engineProto.SetRootResourceRequest) => {
      root = request.getUrn();
      return new engineProto.SetRootResourceResponse();
    }),
    startDebugging: refuse("a debugger"),
    requirePulumiVersion: unary(() => new engineProto.RequirePulumiVersionResponse()),
  } as unknown as grpc.UntypedServiceImplementation);

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const close = () => {
    transforms.close();
    server.forceShutdown();
  };
  return { address: `127.0.0.1:${port}`, close };
}

const valuesOf = (struct: gstruct.Struct | undefined): Values =>
  received((struct?.toJavaScript() ?? {}) as Values) as Values;
const structOf = (values: Values) => gstruct.Struct.fromJavaScript(values as never);

function registration({ urn, id, outputs, isFailed }: Registered) {
  const response = new resourceProto.RegisterResourceResponse();
  response.setUrn(urn);
  response.setId(id);
  response.setObject(structOf(outputs));
  if (isFailed) response.setResult(resourceProto.Result.FAIL);
  return response;
}

function goalOf(request: resourceProto.RegisterResourceRequest): Goal {
  const parent = request.getParent();
  const properties = [...request.getPropertydependenciesMap().entries()] as [string, { getUrnsList(): string[] }][];
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    ...(parent === "" ? {} : { parent }),
    inputs: valuesOf(request.getObject()),
    dependencies: request.getDependenciesList(),
    propertyDependencies: Object.fromEntries(properties.map(([key, urns]) => [key, urns.getUrnsList()])),
    ...(request.hasProtect() ? { protect: request.getProtect() === true } : {}),
    ...(request.hasRetainondelete() ? { retainOnDelete: request.getRetainondelete() === true } : {}),
    ...(request.getDeletedwith() === "" ? {} : { deletedWith: request.getDeletedwith() }),
    ...(request.getDeletebeforereplacedefined() ? { deleteBeforeReplace: request.getDeletebeforereplace() } : {}),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    ...timeoutsOf(request.getCustomtimeouts()),
    aliases: [
      ...request.getAliasurnsList().map((urn) => ({ urn })),
      ...request.getAliasesList().map((alias) => aliasOf(alias as unknown as AliasMessage)),
    ],
  };
}

function timeoutsOf(
  specified: resourceProto.RegisterResourceRequest.CustomTimeouts | undefined,
): Pick<Goal, "customTimeouts"> {
  if (specified === undefined) return {};
  const texts = { create: specified.getCreate(), update: specified.getUpdate(), delete: specified.getDelete() };
  const set = Object.entries(texts).filter(([, text]) => text !== "");
  return { customTimeouts: Object.fromEntries(set.map(([call, text]) => [call, secondsIn(text)])) };
}

const unitSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** The seconds of a duration such as `1h30m`. */
function secondsIn(duration: string): number {
  return [...duration.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (unitSeconds[unit] ?? Number.NaN),
    0,
  );
}

/** The part of the message that is read here: the types of the SDK do not name its class. */
interface AliasMessage {
  hasUrn(): boolean;
  getUrn(): string;
  getSpec():
    | {
        getName(): string;
        getType(): string;
        getStack(): string;
        getProject(): string;
        hasParenturn(): boolean;
        getParenturn(): string;
        getNoparent(): boolean;
      }
    | undefined;
}

function aliasOf(alias: AliasMessage): AliasSpec {
  const spec = alias.getSpec();
  if (spec === undefined) return { urn: alias.getUrn() };
  const parts = { name: spec.getName(), type: spec.getType(), stack: spec.getStack(), project: spec.getProject() };
  const specified = Object.entries(parts).filter(([, text]) => text !== "");
  const parent = spec.getNoparent() ? { parent: null } : spec.hasParenturn() ? { parent: spec.getParenturn() } : {};
  return { ...Object.fromEntries(specified), ...parent };
}

function readGoalOf(request: resourceProto.ReadResourceRequest): Goal {
  const parent = request.getParent();
  return {
    type: request.getType(),
    name: request.getName(),
    custom: true,
    ...(parent === "" ? {} : { parent }),
    inputs: valuesOf(request.getProperties()),
    dependencies: request.getDependenciesList(),
    propertyDependencies: {},
    ignoreChanges: [],
    replaceOnChanges: [],
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    aliases: [],
  };
}
