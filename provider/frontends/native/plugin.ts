/** All calls that packageCalls.ts doesn't answer: in the package a file of its own, which main.ts loads for the first of them. */
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import type { Message } from "google-protobuf";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { InitFailure } from "../../engine/call.js";
import { type PluginContext, platformsOfPlugin } from "../../engine/frontend.js";
import { joinRun } from "../../engine/ledger.js";
import { endWithEngine, engineAddress, newShutdown, senderOf, type watchEngine } from "../../engine/process.js";
import { stackState } from "../../engine/stackState.js";
import { userAgentOf } from "../../platform/environment.js";
import { type Call, callerOf, type Result } from "./grpc.js";
import { type NativeProvider, newNativeProvider } from "./service.js";
import type { NativeContext, Message as ToUser } from "./session.js";
import { structOf } from "./structs.js";

const { CheckRequest, ConfigureRequest, DiffRequest, InvokeRequest } = proto;

/** The message that each call takes. */
const requests: { readonly [Name in keyof NativeProvider]: { deserializeBinary(bytes: Uint8Array): Message } } = {
  ...{ checkConfig: CheckRequest, diffConfig: DiffRequest, configure: ConfigureRequest },
  ...{ check: CheckRequest, diff: DiffRequest, create: proto.CreateRequest, read: proto.ReadRequest },
  ...{ update: proto.UpdateRequest, delete: proto.DeleteRequest, invoke: InvokeRequest, cancel: Empty },
};

/** A member called `__proto__` in the bytes of a struct, or a text with the same characters. */
const protoMember = "\n\t__proto__";

const countOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").split(protoMember).length;

/** The request in these bytes. Refuses what the library would lose. */
function requestIn(name: keyof NativeProvider, bytes: Buffer): Message {
  const request = requests[name].deserializeBinary(bytes);
  if (!bytes.includes(protoMember) || countOf(request.serializeBinary()) === countOf(bytes)) return request;
  throw new Error(
    "app-platform can't read a member called __proto__: give it another name, for example in `variables`.",
  );
}

/** The calls by their names on the wire. */
export function callsOf(context: NativeContext): Readonly<Record<string, Call>> {
  const provider: { readonly [Name in keyof NativeProvider]: (request: never) => Promise<Message> } =
    newNativeProvider(context);
  const names = Object.keys(requests) as (keyof NativeProvider)[];
  return Object.fromEntries(
    names.map((name) => [
      `${name[0]?.toUpperCase()}${name.slice(1)}`,
      async (bytes: Buffer) => {
        try {
          return { message: (await provider[name](requestIn(name, bytes) as never)).serializeBinary() };
        } catch (error) {
          return failureOf(error);
        }
      },
    ]),
  );
}

/** A failure for gRPC. The engine reads from its details what to store of a resource. */
function failureOf(error: unknown): Result {
  const failure = error instanceof Error ? error.message : String(error);
  if (!(error instanceof InitFailure)) return { failure };
  const detail = new proto.ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(structOf(error.properties))
    .setReasonsList([...error.reasons]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status().setCode(2).setMessage(failure);
  status.addDetails(packed);
  return { failure, details: status.serializeBinary() };
}

/** Shows messages through the engine at this address, each with its resource. */
function notifyEngine(address: string): NativeContext["notify"] {
  const call = callerOf(address, "pulumirpc.Engine");
  return (message) => {
    const { severity, urn, text } = message;
    const request = new LogRequest()
      .setSeverity(LogSeverity[severity === "warning" ? "WARNING" : "INFO"])
      .setUrn(urn)
      .setMessage(text);
    return call("Log", request.serializeBinary()).catch(() => notifyHere(message));
  };
}

async function notifyHere({ severity, text }: ToUser): Promise<void> {
  process.stderr.write(`${severity === "warning" ? "warning: " : ""}${text}\n`);
}

/** The calls of the provider in this process, which ends with the engine that started it. */
export function startPlugin({
  version,
  watch,
}: {
  readonly version: string;
  readonly watch: typeof watchEngine;
}): Readonly<Record<string, Call>> {
  const engine = engineAddress();
  const run = joinRun(engine);
  const shutdown = newShutdown(run.leave);
  const notify = engine === undefined ? notifyHere : notifyEngine(engine);

  const stack = stackState(shutdown.signal);
  const plugin: PluginContext = {
    environment: process.env,
    userAgent: userAgentOf(version, senderOf("native provider", engine)),
    shutdown: shutdown.signal,
    readStack: stack.readStack,
    ledger: run.ledger,
    log: {
      warn: (text) => void notify({ severity: "warning", urn: "", text }),
      info: (text) => void notify({ severity: "info", urn: "", text }),
    },
  };

  endWithEngine(shutdown, engine, watch);
  return callsOf({
    environment: plugin.environment,
    version,
    connect: (variables, provider) => platformsOfPlugin(plugin, variables, provider),
    notify,
    during: shutdown.track,
    noteStart: stack.noteStart,
  });
}
