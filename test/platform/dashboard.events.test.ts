import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { type EventStream, openEvents } from "./support/event-stream.js";
import { create as createService, local } from "./support/everything.js";
import { type Platform, startPlatform } from "./support/platform.js";
import { startPlatformProcess } from "./support/platform-process.js";

/** Between two events at least, also if the platform is behind. */
const shortestPause = 50;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end();
});

async function started(options: Parameters<typeof startPlatform>[0] = {}): Promise<Platform> {
  const platform = await startPlatform({ endpoints: "extended", ...options });
  open.push(() => platform.stop());
  return platform;
}

async function listening(platform: Platform): Promise<EventStream> {
  const stream = await openEvents(platform.url, platform.ids.environment);
  open.push(() => stream.close());
  await expect.poll(() => stream.all("info").length).toBe(1);
  return stream;
}

const create = (platform: Platform, name: string) => createService(platform, "container", { name });
const changedServices = (stream: EventStream) => stream.all("services").flatMap(({ changed }) => changed);

describe("dashboard events", () => {
  it("begin with the platform's info, and report many writes in few events", async () => {
    const platform = await started();
    const stream = await listening(platform);
    expect(stream.response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(stream.all("info")[0]).toMatchObject({ endpoints: "extended", speed: "instant", dataFile: null });
    const names = Array.from({ length: 40 }, (_, index) => `service-${index}`);
    const begun = performance.now();
    await Promise.all(names.map((name) => create(platform, name)));
    await expect.poll(() => changedServices(stream).length).toBe(40);
    expect(stream.all("services").length).toBeLessThanOrEqual(1 + (performance.now() - begun) / shortestPause);
    // A request is counted after its response, which may come later than the row.
    await expect.poll(() => stream.all("requests").at(-1)?.total).toBe(40);
    expect(new Set(changedServices(stream).map(({ name }) => name))).toEqual(new Set(names));
    const requests = stream.all("requests");
    expect(requests.flatMap(({ added }) => added.map(({ id }) => id))).toEqual(names.map((_, index) => index + 1));
    const environments = stream.all("environments").flatMap(({ changed }) => changed);
    const own = environments.findLast(({ id }) => id === platform.ids.environment);
    expect(own).toMatchObject({ services: 40, states: { READY: 40 } });
  });

  it("report only changed and removed services and deployments", async () => {
    const platform = await started();
    const ids = [await create(platform, "one"), await create(platform, "two")];
    const stream = await listening(platform);
    const body = { containers: [{ id: ids[0], image_tag: "2" }] };
    await platform.request("POST", `/environment/${platform.ids.environment}/service/deploy`, { body });
    await expect.poll(() => stream.all("deployments").length).toBe(1);
    const deployed = { id: ids[0], state: "DEPLOYED", deploymentStatus: "UP_TO_DATE", version: "2" };
    expect(changedServices(stream)).toMatchObject([deployed]);
    expect(stream.all("deployments")[0]?.changed).toMatchObject([{ state: "DEPLOYED", services: 1 }]);
    await platform.request("DELETE", `/container/${ids[1]}`);
    await expect.poll(() => stream.all("services").at(-1)?.removed).toEqual([ids[1]]);
  });

  it("don't report a reset to a client that connects after it", async () => {
    const platform = await started();
    const first = await listening(platform);
    // The event of a reset is sent 150 ms later.
    await platform.request("POST", "/_local/reset");
    first.close();
    // After this response, the platform has seen the end of the stream.
    await platform.request("GET", `/environment/${platform.ids.environment}/container`);
    const second = await listening(platform);
    const id = await create(platform, "one");
    await expect.poll(() => changedServices(second)).toMatchObject([{ id }]);
    expect(second.all("reset")).toEqual([]);
  });

  it("report the move of a service to another deployment stage", async () => {
    const platform = await started();
    const id = await create(platform, "one");
    const path = `/environment/${platform.ids.environment}/deploymentStage`;
    const { body: stage } = await platform.request("POST", path, { body: { name: "late" } });
    const stream = await listening(platform);
    await platform.request("PUT", `/deploymentStage/${stage.id}/service/${id}`);
    await expect.poll(() => stream.all("records").length).toBe(1);
  });

  it("report fault rules and their counts, without the body that a rule sends", async () => {
    const platform = await started();
    const stream = await listening(platform);
    await local(platform, "PUT", "faults", { rules: [{ fault: "other-body", body: { token: "s3cr3t" } }] });
    await expect.poll(() => stream.all("faults").length).toBe(1);
    const rule = { fault: "other-body", enabled: true, happened: 0, body: null };
    expect(stream.all("faults")[0]?.rules).toMatchObject([rule]);
    await platform.request("GET", "/container/x");
    await expect.poll(() => stream.all("faults").at(-1)?.rules[0]?.happened).toBe(1);
    expect(stream.text()).not.toContain("s3cr3t");
  });

  it("include `reset` after a reset and after a restored snapshot", async () => {
    const platform = await started();
    await create(platform, "web");
    const stream = await listening(platform);
    const { body } = await local(platform, "GET", "snapshot");
    await local(platform, "POST", "reset");
    await expect.poll(() => stream.all("reset").length).toBe(1);
    await local(platform, "PUT", "snapshot", body);
    await expect.poll(() => stream.all("reset").length).toBe(2);
    const { services } = (await local(platform, "GET", `environments/${platform.ids.environment}/content`)).body;
    expect(services.map(({ name }: Body) => name)).toEqual(["web"]);
  });

  it("end when the platform's process ends", async () => {
    const platform = await startPlatformProcess();
    const stream = await openEvents(platform.url, platform.ids.environment);
    expect(await platform.stop()).toBe(0);
    await stream.ended;
  });

  it("end for a client that doesn't read, and continue for the others", async () => {
    const platform = await started();
    const stream = await listening(platform);
    const { port } = new URL(platform.url);
    const slow = connect(Number(port), "127.0.0.1");
    open.push(() => slow.destroy());
    slow.write(
      `GET /_local/events?environment=${platform.ids.environment} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    );
    slow.pause();
    const closed = new Promise((resolve) => slow.once("close", resolve));
    slow.on("error", () => undefined);
    for (let index = 0; index < 16; index++) {
      const location = `http://x.example/${String.fromCharCode(97 + index).repeat(1_000_000)}`;
      await local(platform, "PUT", "faults", { rules: [{ match: { method: "DELETE" }, fault: "307", location }] });
      await expect.poll(() => stream.all("faults").length).toBe(index + 1);
    }
    // It notices that the connection has ended once it reads what was sent before.
    slow.resume();
    await closed;
    await create(platform, "web");
    await expect.poll(() => changedServices(stream).length).toBe(1);
  });
});
