import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import type { Message as ProtoMessage } from "google-protobuf";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { newNativeProvider } from "./nativeProvider.js";
import type { Message, NativeContext } from "./session.js";
import { InitFailure } from "./state.js";
import { deserialize, type MessageType, serialize } from "./structs.js";

/** The maximum size of a message to or from the engine: a stack may have long secrets. */
const maxMessageLength = 400 * 1024 * 1024;

/** Generated in the SDK for each method, without declarations. */
type MessageTypes = Readonly<Record<"requestType" | "responseType", MessageType>>;

/** The service of providers, with structs in messages left as bytes. */
const service: grpc.ServiceDefinition = Object.fromEntries(
  Object.entries(ResourceProviderService as grpc.ServiceDefinition).map(([name, method]) => {
    const { requestType, responseType } = method as unknown as MessageTypes;
    const requestDeserialize = (bytes: Buffer) => deserialize(requestType, bytes);
    const responseSerialize = (message: ProtoMessage) => serialize(responseType, message);
    return [name, { ...method, requestDeserialize, responseSerialize }];
  }),
);

/** Serves the provider on a port of the loopback interface. */
export async function serve(context: NativeContext): Promise<{ readonly port: number; close(): Promise<void> }> {
  // Nothing uses channelz, whose counters took a twentieth of the time of a create.
  const server = new grpc.Server({ "grpc.max_receive_message_length": maxMessageLength, "grpc.enable_channelz": 0 });
  const provider: Readonly<Record<string, (request: never) => Promise<unknown>>> = newNativeProvider(context);
  const handlers = Object.entries(provider).map(([name, call]) => [name, answering(call)] as const);
  server.addService(service, Object.fromEntries(handlers));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, close: () => new Promise((resolve) => server.tryShutdown(() => resolve())) };
}

function answering(call: (request: never) => Promise<unknown>): grpc.handleUnaryCall<unknown, unknown> {
  return ({ request }, callback) =>
    void call(request as never).then(
      (response) => callback(null, response),
      (error: unknown) => callback(failureOf(error)),
    );
}

/** A failure for gRPC. The engine reads from its details what to store of a resource. */
function failureOf(error: unknown): grpc.ServiceError {
  const message = error instanceof Error ? error.message : String(error);
  const metadata = new grpc.Metadata();
  if (error instanceof InitFailure) {
    const detail = new ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(error.properties)
      .setReasonsList([...error.reasons]);
    const packed = new Any();
    packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status().setCode(grpc.status.UNKNOWN).setMessage(message);
    status.addDetails(packed);
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return Object.assign(new Error(message), { code: grpc.status.UNKNOWN, details: message, metadata });
}

/** Shows messages through the engine at this address, each with its resource. */
export function tellEngine(address: string): NativeContext["tell"] {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (message) => {
    const { severity, urn, text } = message;
    const request = new LogRequest()
      .setSeverity(LogSeverity[severity === "warning" ? "WARNING" : "INFO"])
      .setUrn(urn)
      .setMessage(text);
    return new Promise((resolve) => {
      client.log(request, (error) => resolve(error === null ? undefined : tellHere(message)));
    });
  };
}

export async function tellHere({ severity, text }: Message): Promise<void> {
  process.stderr.write(`${severity === "warning" ? "warning: " : ""}${text}\n`);
}
