/** What the server of Pulumi's SDK reads from a request before it calls a dynamic provider. The provider then knows the URN. */
import type * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import gstruct from "google-protobuf/google/protobuf/struct_pb.js";
import type { Values } from "../../provider/schema/json.js";

export function idIn(
  request: proto.DiffRequest | proto.UpdateRequest | proto.DeleteRequest,
  { urn, id }: { readonly urn: string; readonly id: string },
): string {
  return request.setUrn(urn).setId(id).getId();
}

export function propertiesIn(request: proto.CreateRequest | proto.ReadRequest, urn: string, values: Values): Values {
  const struct = Object.assign(new gstruct.Struct(), { toJavaScript: () => values as never });
  return request.setUrn(urn).setProperties(struct).getProperties()?.toJavaScript() as Values;
}
