import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import type { Message } from "google-protobuf";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { InitFailure } from "../../engine/call.js";
import { type PluginContext, platformsOfPlugin } from "../../engine/frontend.js";
import { joinRun } from "../../engine/ledger.js";
import { endWithEngine, engineAddress, newShutdown, senderOf } from "../../engine/process.js";
import { stackState } from "../../engine/stackState.js";
import { userAgentOf } from "../../platform/environment.js";
import { mapMembers } from "../../schema/json.js";
import { newNativeProvider } from "./service.js";
import type { NativeContext, Message as ToUser } from "./session.js";
import { structOf } from "./structs.js";

/** The maximum size of a message to or from the engine: a stack may have long secrets. */
const maxMessageLength = 400 * 1024 * 1024;

/** A member called `__proto__` in the bytes of a struct, or a text with the same characters. */
const protoMember = "\n\t__proto__";

const countOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").split(protoMember).length;

const methods = ResourceProviderService as grpc.ServiceDefinition;

/** The service of providers, whose handlers read the bytes of a request: the server wouldn't pass on why it can't be read. */
const service: grpc.ServiceDefinition = mapMembers(methods, (method) => ({
  ...method,
  requestDeserialize: (bytes: Buffer) => bytes,
}));

/** The request in these bytes. Refuses what the library would lose. */
function requestIn(method: string, bytes: Buffer): Message {
  const request: Message = methods[method]?.requestDeserialize(bytes);
  if (!bytes.includes(protoMember) || countOf(request.serializeBinary()) === countOf(bytes)) return request;
  throw new Error(
    "app-platform can't read a member called __proto__: give it another name, for example in `variables`.",
  );
}

/** Serves the provider on a port of the loopback interface. */
export async function serve(context: NativeContext): Promise<{ readonly port: number; close(): Promise<void> }> {
  // Nothing uses channelz, whose counters took a twentieth of the time of a create.
  const server = new grpc.Server({ "grpc.max_receive_message_length": maxMessageLength, "grpc.enable_channelz": 0 });
  const provider: Readonly<Record<string, (request: never) => Promise<unknown>>> = newNativeProvider(context);
  server.addService(
    service,
    mapMembers(provider, (call, name) => answering(async (bytes) => call(requestIn(name, bytes) as never))),
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, close: () => new Promise((resolve) => server.tryShutdown(() => resolve())) };
}

function answering(call: (request: Buffer) => Promise<unknown>): grpc.handleUnaryCall<Buffer, unknown> {
  return ({ request }, callback) =>
    void call(request).then(
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
      .setProperties(structOf(error.properties))
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
export function notifyEngine(address: string): NativeContext["notify"] {
  const client = new EngineClient(address, grpc.credentials.createInsecure());
  return (message) => {
    const { severity, urn, text } = message;
    const request = new LogRequest()
      .setSeverity(LogSeverity[severity === "warning" ? "WARNING" : "INFO"])
      .setUrn(urn)
      .setMessage(text);
    return new Promise((resolve) => {
      client.log(request, (error) => resolve(error === null ? undefined : notifyHere(message)));
    });
  };
}

export async function notifyHere({ severity, text }: ToUser): Promise<void> {
  process.stderr.write(`${severity === "warning" ? "warning: " : ""}${text}\n`);
}

/** Serves the provider on a port that it prints, until the engine that started it ends. */
export function startProcess(own: Pick<NativeContext, "version" | "schema">): void {
  const engine = engineAddress();
  const run = joinRun(engine);
  const shutdown = newShutdown(run.leave);
  const notify = engine === undefined ? notifyHere : notifyEngine(engine);

  const stack = stackState(shutdown.signal);
  const plugin: PluginContext = {
    environment: process.env,
    userAgent: userAgentOf(own.version, senderOf("native provider", engine)),
    shutdown: shutdown.signal,
    readStack: stack.readStack,
    ledger: run.ledger,
    log: {
      warn: (text) => void notify({ severity: "warning", urn: "", text }),
      info: (text) => void notify({ severity: "info", urn: "", text }),
    },
  };

  void serve({
    environment: plugin.environment,
    ...own,
    connect: (variables, provider) => platformsOfPlugin(plugin, variables, provider),
    notify,
    during: shutdown.track,
    noteStart: stack.noteStart,
  }).then(({ port }) => {
    process.stdout.write(`${port}\n`);
    endWithEngine(shutdown);
  });
}
