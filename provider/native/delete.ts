import type * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { ask, kindOf, type Session } from "./session.js";
import { argumentsIn, storedIn } from "./state.js";
import { received, secretNames } from "./structs.js";

export async function deleteResource(session: Session, request: proto.DeleteRequest): Promise<Empty> {
  const { definition, lifecycle } = kindOf(session, request);
  const olds = received(request.getProperties());
  const inputs = received(request.getOldInputs());
  const secrets = secretNames(definition.body, olds);
  const stored = storedIn(definition, secrets, olds.values, argumentsIn(definition, inputs.values));
  await ask(session, request, secrets, (asked) => lifecycle.delete({ ...asked, id: request.getId(), stored }));
  return new Empty();
}
