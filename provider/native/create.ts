import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { UNKNOWN } from "../schema/json.js";
import { withPending } from "../values/programHints.js";
import { keepingPartial } from "./initFailure.js";
import { previewedOutputs } from "./previewedOutputs.js";
import { ask, kindOf, type Session } from "./session.js";
import { argumentsIn, outputsOf } from "./state.js";
import { received } from "./structs.js";

export async function create(session: Session, request: proto.CreateRequest): Promise<proto.CreateResponse> {
  const { definition, lifecycle } = kindOf(session, request);
  const news = received(request.getProperties());
  const secrets = session.secretsOfRun.in(definition, news);
  const args = withPending(argumentsIn(definition, news.values), session.pendingOf.get(request.getUrn()) ?? []);
  const isPreview = request.getPreview();
  const written = { definition, secrets, args, ignored: [] };
  return ask(session, request, secrets, (asked) =>
    keepingPartial(written, async () => {
      const { id, stored } = await lifecycle.create({ ...asked, args, isPreview });
      session.secretsOfRun.remember(definition, id, secrets);
      const values = isPreview ? previewedOutputs(definition, args) : stored.values;
      const outputs = outputsOf(written, isPreview ? UNKNOWN : id, { ...stored, values });
      return new proto.CreateResponse().setId(id).setProperties(outputs);
    }),
  );
}
