/** All calls that `packageCalls` doesn't answer: in the package a file of its own, which main.ts loads for the first of them. */
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import type { Message } from "google-protobuf";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { InitFailure } from "../../engine/call.js";
import { type PluginContext, platformsOfPlugin } from "../../engine/frontend.js";
import { ADDRESS, DECLARED, isExplicit, PROVIDER_NAME } from "../../engine/hints.js";
import { joinRun } from "../../engine/ledger.js";
import {
  cancel,
  endWithEngine,
  engineAddress,
  newCancellation,
  newShutdown,
  senderOf,
  type watchEngine,
} from "../../engine/process.js";
import { stackState } from "../../engine/stackState.js";
import { ProviderGoneError } from "../../errors/index.js";
import { isWithOther, nameInUrn } from "../../ownership/stackOwners.js";
import { userAgentOf } from "../../platform/environment.js";
import { mapMembers, sameJson, type Values } from "../../schema/json.js";
import { markSecrets } from "../../values/secrets.js";
import { type Call, callerOf, type Result } from "./grpc.js";
import { diffResponse } from "./propertyDiff.js";
import { check, create, deleteResource, diff, failure, invoke, read, received, structOf, update } from "./resource.js";
import {
  addressOf,
  hasOwnSettings,
  moveBetween,
  type NativeContext,
  newSession,
  type Session,
  secretSettings,
  servedWith,
  type Message as ToUser,
  unknownSettings,
  withoutNotes,
  wrongSettings,
} from "./session.js";

const { CheckRequest, ConfigureRequest, DiffRequest, InvokeRequest } = proto;

const handlers = {
  ...{ checkConfig, diffConfig, configure, cancel: cancelAll },
  ...{ check, diff, create, read, update, delete: deleteResource, invoke },
};

/** The calls of Pulumi's protocol that depend on a run. A failed call throws, after a partial failure an `InitFailure`. */
type NativeProvider = {
  readonly [Name in keyof typeof handlers]: (
    request: Parameters<(typeof handlers)[Name]>[1],
  ) => ReturnType<(typeof handlers)[Name]>;
};

export function newNativeProvider(context: NativeContext): NativeProvider {
  const session = newSession(context);
  const bound = (handler: (its: Session, request: never) => unknown) => (request: never) => handler(session, request);
  return mapMembers(handlers, bound) as NativeProvider;
}

/** The engine also calls this at the end of each operation, when nothing is in progress. */
async function cancelAll({ cancellation }: Session, _: Empty): Promise<Empty> {
  cancel(cancellation);
  return new Empty();
}

/** Checks the settings, and adds what else the state keeps of the provider. */
async function checkConfig({ environment }: Session, request: proto.CheckRequest): Promise<proto.CheckResponse> {
  const { values: news, secrets } = received(request.getNews());
  const values = hasOwnSettings(news, environment) ? { [DECLARED]: true, ...news } : news;
  const names = [...secretSettings, ...secrets.map(([name]) => String(name))];
  const unknown = unknownSettings(values);
  const name = nameOf(request);
  const isChecked = unknown.length === 0 && isExplicit(name, values);
  const problems = isChecked ? wrongSettings(values, environment) : unknown;
  const shown = (setting: string, reason: string) =>
    names.includes(setting) ? reason.replace(/; got .*$/s, "") : reason;
  const address = addressOf(name, values, environment);
  const named = { ...values, [PROVIDER_NAME]: name, ...(address === undefined ? {} : { [ADDRESS]: address }) };
  return new proto.CheckResponse()
    .setInputs(structOf(markSecrets(noFields, names, named)))
    .setFailuresList(problems.map(([setting, reason]) => failure(`${setting} ${shown(setting, reason)}`)));
}

const noFields = { type: "object", required: true, name: "", description: "", members: {} } as const;

/** The engine asks for a change of the provider itself, and for each resource that changes from one provider to another. */
async function diffConfig(_: Session, request: proto.DiffRequest): Promise<proto.DiffResponse> {
  const before = received(request.getOldInputs()).values;
  const now = received(request.getNews()).values;
  const move = moveBetween(before, now);
  if (move?.isToDefault) throw new ProviderGoneError(move.from, ...move.addresses);
  const isSame = move === undefined && sameJson(withoutNotes(before), withoutNotes(now));
  return diffResponse(isSame ? "none" : "some", [], { replaces: move === undefined ? [] : ["baseUrl"] });
}

/** Prepares the session for other calls. */
async function configure(session: Session, request: proto.ConfigureRequest): Promise<proto.ConfigureResponse> {
  const specified = request.getArgs() === undefined ? variablesOf(request) : received(request.getArgs()).values;
  session.served = servedWith(session, nameOf(request), specified);
  // A process under a debugger serves several operations.
  if (session.cancellation.signal.aborted) session.cancellation = newCancellation();
  const start = (await session.noteStart?.(request.getUrn())) ?? [];
  const others = start.filter(({ deletedWith, keeps }) => isWithOther(deletedWith, start) && keeps === undefined);
  for (const { urn, kind, deletedWith = "" } of others) {
    const [name, other] = [nameInUrn(urn), nameInUrn(deletedWith)];
    const text = `The option \`deletedWith\` of ${kind} "${name}" names "${other}", whose deletion doesn't delete it on the platform. Remove the option: a run that deletes "${other}" may leave ${kind} "${name}" there, in no stack.`;
    void session.notify({ severity: "warning", urn: "", text });
  }
  return new proto.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
}

function variablesOf(request: proto.ConfigureRequest): Values {
  const entries = request.getVariablesMap().getEntryList();
  return Object.fromEntries(entries.map(([key, value]) => [key.slice("app-platform:config:".length), value]));
}

/** The name of the provider; empty if the engine is too old to pass it. */
function nameOf(request: { getName(): string | undefined; getUrn(): string | undefined }): string {
  return request.getName() || nameInUrn(request.getUrn() ?? "");
}

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
  const provider = newNativeProvider(context);
  const names = Object.keys(requests) as (keyof NativeProvider)[];
  return Object.fromEntries(
    names.map((name) => [
      `${name[0]?.toUpperCase()}${name.slice(1)}`,
      async (bytes: Buffer) => {
        try {
          const response: Message = await provider[name](requestIn(name, bytes) as never);
          return { message: response.serializeBinary() };
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
export function startPlugin(version: string, watch: typeof watchEngine): Readonly<Record<string, Call>> {
  const engine = engineAddress();
  const run = joinRun(engine);
  const shutdown = newShutdown(run.leave);
  const notify = engine === undefined ? notifyHere : notifyEngine(engine);
  const { readStack, noteStart } = stackState(shutdown.signal);
  const plugin: PluginContext = {
    environment: process.env,
    userAgent: userAgentOf(version, senderOf("native provider", engine)),
    shutdown: shutdown.signal,
    readStack,
    ledger: run.ledger,
    log: {
      warn: (text) => void notify({ severity: "warning", urn: "", text }),
      info: (text) => void notify({ severity: "info", urn: "", text }),
    },
  };
  endWithEngine(shutdown, engine, watch);
  return callsOf({
    environment: process.env,
    version,
    connect: (variables, provider) => platformsOfPlugin(plugin, variables, provider),
    notify,
    during: shutdown.track,
    noteStart,
  });
}
