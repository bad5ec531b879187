import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { ADDRESS, DECLARED, isExplicit, PROVIDER_NAME } from "../../engine/hints.js";
import { cancel, newCancellation } from "../../engine/process.js";
import { ProviderGoneError } from "../../errors/index.js";
import { isWithOther, nameInUrn } from "../../ownership/stackOwners.js";
import { sameJson, type Values } from "../../schema/json.js";
import { markSecrets } from "../../values/secrets.js";
import { diffResponse } from "./propertyDiff.js";
import { check, create, deleteResource, diff, failure, invoke, read, update } from "./resource.js";
import { type NativeContext, newSession, type Session, servedWith } from "./session.js";
import {
  addressOf,
  hasOwnSettings,
  moveBetween,
  secretSettings,
  unknownSettings,
  withoutNotes,
  wrongSettings,
} from "./settings.js";
import { received, structOf } from "./structs.js";

/** The calls of Pulumi's protocol that depend on a run. A failed call throws, after a partial failure an `InitFailure`. */
export function newNativeProvider(context: NativeContext) {
  const session = newSession(context);
  return {
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

    /** The engine also calls this at the end of each operation, when nothing is in progress. */
    async cancel() {
      cancel(session.cancellation);
      return new Empty();
    },
  };
}

export type NativeProvider = ReturnType<typeof newNativeProvider>;

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
