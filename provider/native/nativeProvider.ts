import * as plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { InterruptedError } from "../errors/resource.js";
import { check } from "./check.js";
import { checkConfig, configure, diffConfig } from "./configure.js";
import { diff } from "./diff.js";
import { invoke, read } from "./read.js";
import { type NativeContext, newSession } from "./session.js";
import { create, deleteResource, update } from "./write.js";

/** The calls of Pulumi's protocol for providers. A call that fails throws; after a partial failure, an `InitFailure`. */
export function newNativeProvider(context: NativeContext) {
  const { version, schema } = context;
  const session = newSession(context);
  return {
    getPluginInfo: async () => new plugin.PluginInfo().setVersion(version),
    getSchema: async () => new proto.GetSchemaResponse().setSchema(JSON.stringify({ ...schema, version })),
    handshake: async () => new proto.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(true),
    attach: async () => new Empty(),
    getMapping: async () => new proto.GetMappingResponse(),
    getMappings: async () => new proto.GetMappingsResponse(),

    checkConfig: (request: proto.CheckRequest) => checkConfig(session, request),
    diffConfig: (request: proto.DiffRequest) => diffConfig(session, request),
    configure: (request: proto.ConfigureRequest) => configure(session, request),

    check: (request: proto.CheckRequest) => check(session, request),
    diff: (request: proto.DiffRequest) => diff(session, request),
    create: (request: proto.CreateRequest) => create(session, request),
    read: (request: proto.ReadRequest) => read(session, request),
    update: (request: proto.UpdateRequest) => update(session, request),
    delete: (request: proto.DeleteRequest) => deleteResource(session, request),
    invoke: (request: proto.InvokeRequest) => invoke(session, request),

    /**
     * Ends the waits of what is under way. Requests end as they would otherwise, as in the dynamic provider, so that the state has what
     * they create. It also arrives at the end of every operation, when nothing is under way.
     */
    async cancel() {
      session.cancellation.abort(new InterruptedError("the operation was cancelled"));
      return new Empty();
    },
  };
}
