import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { sameJson } from "../schema/json.js";
import { markSecrets } from "../values/secrets.js";
import { isSetByOthers } from "../values/serviceSelection.js";
import { ask, kindOf, type Session } from "./session.js";
import { argumentsIn, outputsOf, storedIn } from "./state.js";
import { received, secretNames, structOf } from "./structs.js";

/** Reads a resource that the state has, or one that a program or `pulumi import` names. The response is empty if it does not exist. */
export async function read(session: Session, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const inputs = request.getInputs() && received(request.getInputs());
  const olds = received(request.getProperties());
  // An import knows only the ID, and so does the first read of what a program only reads, if it gives nothing else.
  if (inputs === undefined && Object.keys(olds.values).length === 0) return importResource(session, request);
  const { definition, lifecycle } = kindOf(session, request);
  // For what a program only reads, the engine has one set of values or, if the program gave none, no inputs.
  const isLookup = inputs === undefined || sameJson(inputs.values, olds.values);
  const secrets = secretNames(definition.body, { ...olds, secrets: [...(inputs?.secrets ?? []), ...olds.secrets] });
  const id = request.getId();
  const args = argumentsIn(definition, inputs?.values ?? {});
  const stored = storedIn(definition, secrets, olds.values, isLookup ? undefined : args);
  const found = await ask(session, request, secrets, (asked) => lifecycle.read({ ...asked, id, stored, isLookup }));
  if (found === undefined) return new proto.ReadResponse();
  const ignored = isSetByOthers(olds.values.deployable) ? ["*"] : [];
  const now = found.args ?? args;
  const response = new proto.ReadResponse()
    .setId(id)
    .setProperties(outputsOf({ definition, secrets, args: now, ignored }, id, found.stored));
  if (isLookup) return response;
  session.secretsOfRun.remember(definition, id, secrets);
  session.refreshed.add(request.getUrn());
  const isSame = found.stored.values === stored.values || found.args === undefined;
  return response.setInputs(isSame ? request.getInputs() : structOf(markSecrets(definition.body, secrets, now, true)));
}

async function importResource(session: Session, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const address = request.getId();
  const found = await ask(session, request, [], (asked) => lifecycle.import({ ...asked, address }));
  if (found === undefined) return new proto.ReadResponse();
  const { id, args, stored } = found;
  session.importedNow.set(request.getUrn(), found);
  return new proto.ReadResponse()
    .setId(id)
    .setProperties(outputsOf({ definition, secrets: [], args, ignored: [] }, id, stored))
    .setInputs(structOf(markSecrets(definition.body, [], args, true)));
}
