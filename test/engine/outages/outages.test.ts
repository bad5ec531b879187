/** A platform that is away for seconds, whenever that begins: each run ends well, and no create or deployment happens twice. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as sendOn } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { Platform as Backend } from "../../platform/support/platform.js";
import { steadyClock } from "../../support/fake-clock.js";
import { type FrontendName, frontends } from "../../support/frontend.js";
import { isFull } from "../../support/full.js";
import { ownAddress } from "../../support/listening.js";
import type { Values } from "../../support/provider.js";
import { contentOf } from "../faults/backend-content.js";
import { openedBackends } from "../faults/backends.js";
import { argsOf, container } from "../faults/endpoints.js";
import { type Provider, providerAt } from "../faults/provider.js";

/** When the way fails. */
interface Outage {
  /** Which request meets it, from 1. */
  readonly request: number;
  /** Whether that request is lost before it reaches the backend, or its response afterwards. */
  readonly loses: "request" | "response";
  /** How long it lasts, in milliseconds of the steady clock. */
  readonly milliseconds: number;
}

async function outageProxy(target: string) {
  const address = ownAddress();
  let planned: Outage | undefined;
  let count = 0;
  let server: Server;
  /** Returns the port. */
  const listen = (port: number) => {
    server = createServer((request, response) => void pass(request, response));
    return new Promise<number>((resolve) => {
      server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
    });
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const fail = async ({ milliseconds }: Outage) => {
    planned = undefined;
    await close();
    await steadyClock.sleep(milliseconds);
    await listen(port);
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    const outage = planned?.request === count ? planned : undefined;
    if (outage?.loses === "request") return fail(outage);
    const { method, url, headers } = request;
    const onward = sendOn(`${target}${url}`, { method, headers }, (answer) => {
      if (outage !== undefined) {
        answer.resume();
        answer.once("end", () => void fail(outage));
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  const port = await listen(0);
  return {
    url: `http://${address}:${port}`,
    /** How many requests have arrived here. */
    count: () => count,
    /** Plans the only outage; forgets the requests until now. */
    plan(outage: Outage) {
      planned = outage;
      count = 0;
    },
    close,
  };
}

const atOnce = 8;
const backends = openedBackends(atOnce, { endpoints: "extended", speed: "instant" });
vi.setConfig({ maxConcurrency: atOnce });

/** What the runs of a stack do, from the first `up` to `destroy`: each is a process of its own. */
async function wholeLife(connect: () => Provider, backend: Backend): Promise<void> {
  const args = argsOf(backend, container.args);
  const trigger = (id: string, imageTag: string): Values => ({
    environmentId: backend.ids.environment,
    services: [{ kind: "Container", id, name: "web", imageTag }],
    timeoutSeconds: 60,
  });
  let { of } = connect();
  const web = await of("Container").create(args);
  const release = await of("DeploymentTrigger").create(trigger(web.id, "1.0"));
  ({ of } = connect());
  const refreshed = await of("Container").read(web.id, web.outputs);
  expect(refreshed.id).toBe(web.id);
  const changed = { ...args, cpu: 750 };
  const updated = await of("Container").update(web.id, refreshed.outputs, changed);
  const again = await of("DeploymentTrigger").update(release.id, release.outputs, trigger(web.id, "1.1"));
  expect(again.outputs.state).toBe("DEPLOYED");
  ({ of } = connect());
  await of("DeploymentTrigger").delete(again.id, again.outputs);
  await of("Container").delete(web.id, updated.outputs);
}

/** Lives a whole life over the proxy, and checks the outcome. */
async function expectWell(backend: Backend, proxy: { readonly url: string }, frontend: FrontendName): Promise<void> {
  const settings = { frontend, url: proxy.url, token: backend.tokens.admin, endpoints: "extended" as const };
  await wholeLife(() => providerAt({ ...settings, operationSeconds: 60 }), backend);
  const content = await contentOf(backend);
  const { body } = await backend.request("GET", `/environment/${backend.ids.environment}/container`);
  expect(body.results).toEqual([]);
  expect(content.requests("createContainer")).toMatchObject({ all: 1, done: 1 });
  expect(content.requests("deployServices")).toMatchObject({ all: 2, done: 2 });
}

/** Requests of a whole life without an outage, at least: an outage may begin with each of them. */
const requests = 16;
const lengths = isFull ? [3_000, 5_000, 10_000] : [5_000, 10_000];
const moments = Array.from({ length: requests }, (_, index) =>
  (["request", "response"] as const).map((loses) => ({
    request: index + 1,
    loses,
    milliseconds: lengths[(index >> 1) % lengths.length] as number,
  })),
).flat();

/** Without `FULL=1`, every other moment through each provider. */
describe.concurrent.each(frontends.map((frontend, place) => ({ frontend, place })))(
  "all runs of a stack during an outage ($frontend provider)",
  (way) => {
    const { frontend, place } = way;
    const all = lengths.flatMap((milliseconds) => moments.map((each) => ({ ...each, milliseconds })));
    const own = moments.filter(({ request, loses }) => (request + place + (loses === "request" ? 0 : 1)) % 2 === 0);
    it.each(isFull ? all : own)(
      "succeed, and create and deploy once: $milliseconds ms from request $request, whose $loses is lost",
      (outage) =>
        backends.borrow(async (backend) => {
          const proxy = await outageProxy(backend.url);
          try {
            proxy.plan(outage);
            await expectWell(backend, proxy, frontend);
            expect(proxy.count()).toBeGreaterThanOrEqual(requests);
          } finally {
            await proxy.close();
          }
        }),
    );
  },
);
