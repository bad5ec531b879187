/** The calls of Pulumi's protocol for providers, as the engine makes them. */
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import type { Message as ProtoMessage } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { received, structOf } from "../../../provider/native/structs.js";
import type { Values } from "../../../provider/schema/json.js";
import { failureOf } from "../../unit/pretend-platform.js";

export interface Resource {
  readonly urn: string;
  readonly id: string;
  /** As the engine keeps them, with the marks of secrets. */
  readonly inputs: Struct;
  readonly outputs: Struct;
}

/** What a call failed with, and what the engine keeps of the resource. */
export interface Failure {
  readonly message: string;
  readonly kept?: { readonly id: string; readonly outputs: Struct; readonly reasons: readonly string[] };
}

/** What work that must fail fails with. */
export const failed = (work: Promise<unknown>) => failureOf(work) as Promise<unknown> as Promise<Failure>;

/** One call. Fails with a `Failure`. */
export type Send = (method: Method, request: ProtoMessage) => Promise<unknown>;
export type Method = "check" | "diff" | "create" | "read" | "update" | "delete" | "invoke";

/** The values without the marks of secrets. */
export const plain = (struct: Struct | undefined): Values => received(struct).values;

export const kindIn = (urn: string) => urn.split("::")[2]?.split(":").at(-1) as string;

/** How a call of an update or a diff differs from the usual. */
export interface Options {
  readonly isPreview?: boolean;
  /** Seconds; 0 for no limit. */
  readonly timeout?: number;
  readonly ignored?: readonly string[];
}

export function callsThrough(send: Send) {
  const check = async (urn: string, news: Struct, olds = new Struct()) => {
    const request = new proto.CheckRequest().setUrn(urn).setNews(news).setOlds(olds);
    const response = (await send("check", request)) as proto.CheckResponse;
    return {
      inputs: response.getInputs() as Struct,
      failures: response.getFailuresList().map((each) => each.getReason()),
    };
  };

  const create = async (urn: string, inputs: Struct, { isPreview = false, timeout = 0 }: Options = {}) => {
    const request = new proto.CreateRequest()
      .setUrn(urn)
      .setProperties(inputs)
      .setPreview(isPreview)
      .setTimeout(timeout);
    const response = (await send("create", request)) as proto.CreateResponse;
    return { urn, id: response.getId(), inputs, outputs: response.getProperties() as Struct };
  };

  const read = async (request: proto.ReadRequest, inputs?: Struct): Promise<Resource | undefined> => {
    const response = (await send("read", request)) as proto.ReadResponse;
    if (response.getId() === "") return undefined;
    return {
      urn: request.getUrn(),
      id: response.getId(),
      inputs: (response.getInputs() ?? inputs) as Struct,
      outputs: response.getProperties() as Struct,
    };
  };

  /** Today's engine sends no empty inputs. */
  const sent = (inputs: Struct) => (inputs.getFieldsMap().getLength() === 0 ? undefined : inputs);

  return {
    check,
    create,
    /** Checks and creates, as the engine does for a new resource. */
    async declare(urn: string, args: Values): Promise<Resource> {
      const { inputs, failures } = await check(urn, structOf(args));
      if (failures.length > 0) throw new Error(failures.join("\n"));
      return create(urn, inputs);
    },
    async diff({ urn, id, inputs, outputs }: Resource, news: Struct, ignored: readonly string[] = []) {
      const request = new proto.DiffRequest().setUrn(urn).setId(id).setOlds(outputs).setOldInputs(inputs).setNews(news);
      const response = (await send("diff", request.setIgnorechangesList([...ignored]))) as proto.DiffResponse;
      const details: Record<string, string> = {};
      response.getDetaileddiffMap().forEach((each, path) => {
        details[path] = `${diffKinds[each.getKind()]}${each.getInputdiff() ? " of inputs" : ""}`;
      });
      const { DIFF_NONE } = proto.DiffResponse.DiffChanges;
      return {
        isChanged: response.getChanges() !== DIFF_NONE,
        replaces: response.getReplacesList(),
        isDeletedFirst: response.getDeletebeforereplace(),
        details,
      };
    },
    async update(old: Resource, news: Struct, options: Options = {}): Promise<Resource> {
      const { isPreview = false, timeout = 0, ignored = [] } = options;
      const { urn, id, inputs, outputs } = old;
      const request = new proto.UpdateRequest().setUrn(urn).setId(id).setOlds(outputs).setOldInputs(inputs);
      const limited = request.setNews(news).setPreview(isPreview).setTimeout(timeout);
      const response = (await send("update", limited.setIgnorechangesList([...ignored]))) as proto.UpdateResponse;
      return { urn, id, inputs: news, outputs: response.getProperties() as Struct };
    },
    /** Nothing if it is gone. */
    read({ urn, id, inputs, outputs }: Resource, { timeout = 0 }: Options = {}): Promise<Resource | undefined> {
      const request = new proto.ReadRequest().setUrn(urn).setId(id).setInputs(sent(inputs)).setProperties(outputs);
      return read(request.setTimeout(timeout), inputs);
    },
    /** As `pulumi import` does: with what identifies the resource alone. Nothing if it does not exist. */
    import: (urn: string, address: string) =>
      read(new proto.ReadRequest().setUrn(urn).setId(address).setProperties(new Struct())),
    /** What exists and no program manages, as `Container.get` reads it with these known arguments. */
    async get(urn: string, id: string, known: Values): Promise<Struct> {
      const state = structOf(known);
      const request = new proto.ReadRequest().setUrn(urn).setId(id).setInputs(sent(state)).setProperties(state);
      return ((await send("read", request)) as proto.ReadResponse).getProperties() as Struct;
    },
    async delete({ urn, id, inputs, outputs }: Resource, { timeout = 0 }: Options = {}): Promise<void> {
      const request = new proto.DeleteRequest().setUrn(urn).setId(id).setOldInputs(inputs).setProperties(outputs);
      await send("delete", request.setTimeout(timeout));
    },
    async invoke(token: string, args: Values): Promise<Values> {
      const request = new proto.InvokeRequest().setTok(`app-platform:index:${token}`).setArgs(structOf(args));
      return plain(((await send("invoke", request)) as proto.InvokeResponse).getReturn());
    },
  };
}

const diffKinds = ["add", "add, replaces", "delete", "delete, replaces", "update", "update, replaces"];
