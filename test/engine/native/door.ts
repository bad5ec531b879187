/** The native provider as the engine reaches it: its service on a port of this machine, and a state that the test keeps. */
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { StackResource } from "../../../provider/claims/holders.js";
import type { Message } from "../../../provider/native/nativeProvider.js";
import { serve } from "../../../provider/native/serve.js";
import { received, structOf } from "../../../provider/native/structs.js";
import type { Values } from "../../../provider/schema/json.js";
import type { Platform } from "../../platform/platform.js";

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

export const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::app-platform:index:${kind}::${name}`;

/** The values without the marks of secrets. */
export const plain = (struct: Struct | undefined): Values => received(struct).values;

/** What a person can read of it: everything but what is marked as secret. */
export function readable(struct: Struct): string {
  return JSON.stringify(struct.toJavaScript(), (_, value) =>
    value?.["4dabf18193072939515e22adb298388d"] === "1b47061264138c4ac30d75fd1eb44270" ? "[secret]" : value,
  );
}

export async function openDoor(
  platform: Pick<Platform, "url" | "tokens">,
  {
    env = {},
    settings = {},
    provider = "default",
  }: { env?: NodeJS.ProcessEnv; settings?: Values; provider?: string } = {},
) {
  const told: Message[] = [];
  const stack: StackResource[] = [];
  const { port, close } = await serve({
    environment: {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      APP_PLATFORM_ENDPOINTS: "extended",
      ...env,
    },
    version: "1.2.3",
    schema: { name: "app-platform" },
    readStack: async () => stack,
    shutdown: new AbortController().signal,
    during: (work) => work(),
    tell: async (message) => void told.push(message),
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

  /** One call, as the engine makes it. Fails with a `Failure`. */
  const call = <Request, Response>(
    method: (request: Request, done: (error: grpc.ServiceError | null, response: Response) => void) => unknown,
    request: Request,
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      method.call(client, request, (error, response) =>
        error === null ? resolve(response) : reject(failureOf(error)),
      );
    });

  await call<proto.ConfigureRequest, proto.ConfigureResponse>(
    client.configure,
    new proto.ConfigureRequest().setArgs(structOf(settings)).setName(provider),
  );

  const check = async (urn: string, news: Struct, olds = new Struct()) => {
    const request = new proto.CheckRequest().setUrn(urn).setNews(news).setOlds(olds);
    const response = await call<proto.CheckRequest, proto.CheckResponse>(client.check, request);
    return {
      inputs: response.getInputs() as Struct,
      failures: response.getFailuresList().map((each) => each.getReason()),
    };
  };

  const create = async (urn: string, inputs: Struct, { isPreview = false, timeout = 0 } = {}): Promise<Resource> => {
    const request = new proto.CreateRequest()
      .setUrn(urn)
      .setProperties(inputs)
      .setPreview(isPreview)
      .setTimeout(timeout);
    const response = await call<proto.CreateRequest, proto.CreateResponse>(client.create, request);
    const resource = { urn, id: response.getId(), inputs, outputs: response.getProperties() as Struct };
    const kind = urn.split("::")[2]?.split(":").at(-1) as string;
    if (!isPreview) stack.push({ urn, kind, id: resource.id, values: plain(resource.outputs) });
    return resource;
  };

  return {
    client,
    call,
    told,
    check,
    create,
    /** Checks and creates, as the engine does for a new resource. */
    async declare(urn: string, args: Values): Promise<Resource> {
      const { inputs, failures } = await check(urn, structOf(args));
      if (failures.length > 0) throw new Error(failures.join("\n"));
      return create(urn, inputs);
    },
    async close() {
      client.close();
      await close();
    },
    async diff({ urn, id, inputs, outputs }: Resource, news: Struct, ignored: string[] = []) {
      const request = new proto.DiffRequest().setUrn(urn).setId(id).setOlds(outputs).setOldInputs(inputs).setNews(news);
      const response = await call<proto.DiffRequest, proto.DiffResponse>(
        client.diff,
        request.setIgnorechangesList(ignored),
      );
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
    async update(old: Resource, news: Struct, { isPreview = false, ignored = [] as string[] } = {}): Promise<Resource> {
      const { urn, id, inputs, outputs } = old;
      const request = new proto.UpdateRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(outputs)
        .setOldInputs(inputs)
        .setNews(news);
      const response = await call<proto.UpdateRequest, proto.UpdateResponse>(
        client.update,
        request.setPreview(isPreview).setIgnorechangesList(ignored),
      );
      return { urn, id, inputs: news, outputs: response.getProperties() as Struct };
    },
    /** Nothing if it is gone. */
    async read({ urn, id, inputs, outputs }: Resource): Promise<Resource | undefined> {
      const request = new proto.ReadRequest().setUrn(urn).setId(id).setInputs(inputs).setProperties(outputs);
      const response = await call<proto.ReadRequest, proto.ReadResponse>(client.read, request);
      if (response.getId() === "") return undefined;
      return {
        urn,
        id: response.getId(),
        inputs: response.getInputs() ?? inputs,
        outputs: response.getProperties() as Struct,
      };
    },
    /** As `pulumi import` does: with what identifies the resource alone. Nothing if it does not exist. */
    async import(urn: string, address: string): Promise<Resource | undefined> {
      const request = new proto.ReadRequest().setUrn(urn).setId(address).setProperties(new Struct());
      const response = await call<proto.ReadRequest, proto.ReadResponse>(client.read, request);
      if (response.getId() === "") return undefined;
      return {
        urn,
        id: response.getId(),
        inputs: response.getInputs() as Struct,
        outputs: response.getProperties() as Struct,
      };
    },
    /** What exists and no program manages, as `Container.get` reads it with these known arguments. */
    async get(urn: string, id: string, known: Values): Promise<Struct> {
      const state = structOf(known);
      const request = new proto.ReadRequest().setUrn(urn).setId(id).setInputs(state).setProperties(state);
      const response = await call<proto.ReadRequest, proto.ReadResponse>(client.read, request);
      return response.getProperties() as Struct;
    },
    async delete({ urn, id, inputs, outputs }: Resource): Promise<void> {
      const request = new proto.DeleteRequest().setUrn(urn).setId(id).setOldInputs(inputs).setProperties(outputs);
      await call(client.delete, request);
    },
    async invoke(token: string, args: Values): Promise<Values> {
      const request = new proto.InvokeRequest().setTok(`app-platform:index:${token}`).setArgs(structOf(args));
      const response = await call<proto.InvokeRequest, proto.InvokeResponse>(client.invoke, request);
      return plain(response.getReturn());
    },
  };
}

export type Door = Awaited<ReturnType<typeof openDoor>>;

const diffKinds = ["add", "add, replaces", "delete", "delete, replaces", "update", "update, replaces"];

/** A gRPC error, with what the engine reads from its details. */
function failureOf(error: grpc.ServiceError): Failure {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  const message = error.details;
  if (bytes === undefined) return { message };
  const [packed] = Status.deserializeBinary(bytes as Buffer).getDetailsList();
  const detail = packed?.unpack(proto.ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
  if (detail === undefined || detail === null) return { message };
  const outputs = detail.getProperties() as Struct;
  return { message, kept: { id: detail.getId(), outputs, reasons: detail.getReasonsList() } };
}
