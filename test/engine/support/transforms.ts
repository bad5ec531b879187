/** Transforms of resources, which the engine runs by calling back into the program. */
import * as grpc from "@grpc/grpc-js";
import callbackRpc from "@pulumi/pulumi/proto/callback_grpc_pb.js";
import callbackProto, { type Callback } from "@pulumi/pulumi/proto/callback_pb.js";
import resourceProto, { type RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb.js";
import gstruct, { type Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Values } from "../../support/provider.js";
import { forTransform } from "./values.js";

interface Client {
  invoke(
    request: callbackProto.CallbackInvokeRequest,
    answer: grpc.requestCallback<callbackProto.CallbackInvokeResponse>,
  ): void;
  close(): void;
}

/** The SDK has no types for it. */
const { CallbacksClient } = callbackRpc as unknown as {
  CallbacksClient: new (target: string, credentials: grpc.ChannelCredentials) => Client;
};

export function newTransforms() {
  const ofStack: Callback[] = [];
  const ofResources = new Map<string, readonly Callback[]>();
  const parents = new Map<string, string>();
  const clients = new Map<string, Client>();

  const call = (callback: Callback, content: Uint8Array) => {
    const target = callback.getTarget();
    const client = clients.get(target) ?? new CallbacksClient(target, grpc.credentials.createInsecure());
    clients.set(target, client);
    const request = new callbackProto.CallbackInvokeRequest();
    request.setToken(callback.getToken());
    request.setRequest(content);
    return new Promise<Uint8Array>((resolve, reject) => {
      client.invoke(request, (error, response) =>
        error === null && response !== undefined ? resolve(response.getResponse_asU8()) : reject(error),
      );
    });
  };

  const ofParents = (request: RegisterResourceRequest) => {
    const found: Callback[] = [];
    for (let urn = request.getParent(); urn !== ""; urn = parents.get(urn) ?? "")
      found.push(...(ofResources.get(urn) ?? []));
    return found;
  };

  return {
    /** For every resource that is registered from now on. */
    addToStack: (callback: Callback) => void ofStack.push(callback),
    /** Changes the request: its own transforms run first, then those of its parents, from the innermost, then the stack's. */
    async apply(request: RegisterResourceRequest) {
      for (const callback of [...request.getTransformsList(), ...ofParents(request), ...ofStack]) {
        const sent = transformOf(request);
        const response = await call(callback, sent.serializeBinary());
        const { properties, options } = resultOf(response);
        if (properties !== undefined && !isSame(properties, sent.getProperties())) {
          request.setObject(properties);
          // The SDK returns plain values for outputs, which no longer show what they depend on.
          request.clearPropertydependenciesMap();
        }
        if (options !== undefined) setOptions(request, options);
      }
    },
    /** The request's resource has this URN: its transforms are for its children too. */
    registered(urn: string, request: RegisterResourceRequest) {
      ofResources.set(urn, request.getTransformsList());
      parents.set(urn, request.getParent());
    },
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}

const isSame = (one: Struct, other: Struct | undefined) =>
  Buffer.compare(one.serializeBinary(), other?.serializeBinary() ?? Buffer.of()) === 0;

function resultOf(content: Uint8Array) {
  const response = resourceProto.TransformResponse.deserializeBinary(content);
  return { properties: response.getProperties(), options: response.getOptions() };
}

function transformOf(request: RegisterResourceRequest): resourceProto.TransformRequest {
  const transform = new resourceProto.TransformRequest();
  transform.setType(request.getType());
  transform.setName(request.getName());
  transform.setCustom(request.getCustom());
  transform.setParent(request.getParent());
  const properties = (request.getObject()?.toJavaScript() ?? {}) as Values;
  transform.setProperties(gstruct.Struct.fromJavaScript(forTransform(properties) as never));
  transform.setOptions(optionsOf(request));
  return transform;
}

/** The resource options that tests use; a transform that returns others would lose them. */
function optionsOf(request: RegisterResourceRequest): resourceProto.TransformResourceOptions {
  const options = new resourceProto.TransformResourceOptions();
  options.setDependsOnList(request.getDependenciesList());
  options.setIgnoreChangesList(request.getIgnorechangesList());
  options.setReplaceOnChangesList(request.getReplaceonchangesList());
  options.setAliasesList(request.getAliasesList());
  options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
  options.setDeletedWith(request.getDeletedwith());
  if (request.hasProtect()) options.setProtect(request.getProtect() === true);
  if (request.hasRetainondelete()) options.setRetainOnDelete(request.getRetainondelete() === true);
  if (request.getDeletebeforereplacedefined()) options.setDeleteBeforeReplace(request.getDeletebeforereplace());
  return options;
}

function setOptions(request: RegisterResourceRequest, options: resourceProto.TransformResourceOptions): void {
  request.setDependenciesList(options.getDependsOnList());
  request.setIgnorechangesList(options.getIgnoreChangesList());
  request.setReplaceonchangesList(options.getReplaceOnChangesList());
  request.setAliasesList(options.getAliasesList());
  request.setAdditionalsecretoutputsList(options.getAdditionalSecretOutputsList());
  request.setDeletedwith(options.getDeletedWith());
  if (options.hasProtect()) request.setProtect(options.getProtect() === true);
  else request.clearProtect();
  if (options.hasRetainOnDelete()) request.setRetainondelete(options.getRetainOnDelete() === true);
  else request.clearRetainondelete();
  request.setDeletebeforereplacedefined(options.hasDeleteBeforeReplace());
  request.setDeletebeforereplace(options.getDeleteBeforeReplace() === true);
}
