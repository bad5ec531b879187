/** The calls about the provider itself, and its settings. */
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { nameInUrn } from "../claims/holders.js";
import { ProviderGoneError } from "../errors/index.js";
import { ADDRESS, isExplicit, PROVIDER_NAME } from "../plugin/providerState.js";
import { sameJson, type Values } from "../schema/json.js";
import { markSecrets } from "../values/secrets.js";
import { failure } from "./check.js";
import { diffResponse } from "./diff.js";
import { kindsWith, newCancellation, type Session } from "./session.js";
import { addressOf, moveBetween, secretSettings, unknownSettings, withoutNotes, wrongSettings } from "./settings.js";
import { received, structOf } from "./structs.js";

/** Checks the settings, and adds what the state keeps of the provider beside them. */
export async function checkConfig({ environment }: Session, request: proto.CheckRequest): Promise<proto.CheckResponse> {
  const { values, secrets } = received(request.getNews());
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
export async function diffConfig(_: Session, request: proto.DiffRequest): Promise<proto.DiffResponse> {
  const before = received(request.getOldInputs()).values;
  const now = received(request.getNews()).values;
  const move = moveBetween(before, now);
  if (move?.isToDefault) throw new ProviderGoneError(move.from, ...move.addresses);
  const isSame = move === undefined && sameJson(withoutNotes(before), withoutNotes(now));
  return diffResponse(isSame ? "none" : "some", [], { replaces: move === undefined ? [] : ["baseUrl"] });
}

/** Sets up what the other calls use. */
export async function configure(session: Session, request: proto.ConfigureRequest): Promise<proto.ConfigureResponse> {
  const given = request.getArgs() === undefined ? variablesOf(request) : received(request.getArgs()).values;
  session.kinds = kindsWith(session, nameOf(request), given);
  // A process that a debugger has started serves one operation after the other.
  if (session.cancellation.signal.aborted) session.cancellation = newCancellation();
  return new proto.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
}

function variablesOf(request: proto.ConfigureRequest): Values {
  const entries = request.getVariablesMap().getEntryList();
  return Object.fromEntries(entries.map(([key, value]) => [key.slice("app-platform:config:".length), value]));
}

/** The name of the provider; empty where the engine is too old to say it. */
function nameOf(request: { getName(): string | undefined; getUrn(): string | undefined }): string {
  return request.getName() || nameInUrn(request.getUrn() ?? "");
}
