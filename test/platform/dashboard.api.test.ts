import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pageFile } from "../../backend/src/dashboard/page-files.js";
import { type Body, bodies } from "./support/bodies.js";
import { opened } from "./support/opened.js";

const { platform, send, local, read, inEnvironment, create, deploy, advance } = opened();

const content = () => read(`/_local/environments/${platform.ids.environment}/content`);

describe("dashboard page", () => {
  it("loads only from its own origin, without inline scripts and styles", async () => {
    const page = await local("GET", "");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).toContain("form-action 'none'; frame-ancestors 'none'; base-uri 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.body).not.toMatch(/<script>|<style|https?:\/\//);
  });

  it("lets browsers cache its files forever", async () => {
    const { body: page } = await local("GET", "");
    const files = [...String(page).matchAll(/\.\/assets\/([\w.-]+)/g)].map(([, name]) => name ?? "");
    expect(files.map((name) => name.split(".").at(-1))).toEqual(expect.arrayContaining(["js", "svg"]));
    for (const name of files) {
      const { status, headers } = await local("GET", `assets/${name}`);
      expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
      expect(headers["content-type"]).toMatch(/^(text\/(javascript|css)|image\/svg\+xml)/);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });

  it.each([
    ...["assets/..%2findex.html", "assets/%2e%2e%2f%2e%2e%2fpackage.json", "assets/..%5c..%5cpackage.json"],
    ...["reference/..%2f..%2fmain.js", "assets/%00", "assets/", "assets/missing.js"],
  ])("returns 404 for a path that isn't one of its files: %s", async (path) => {
    expect((await local("GET", path)).status).toBe(404);
  });

  it("returns 503 with the command `npm run build` if it isn't built", () => {
    // The sources have no page beside them; only the build has.
    const { status, body, headers } = pageFile("page", "index.html");
    expect([status, headers["content-type"]]).toEqual([503, "text/plain; charset=utf-8"]);
    expect(body).toContain("npm run build");
  });
});

describe("dashboard: organization", () => {
  const organization = (path: string) => `/organization/${platform.ids.organization}/${path}`;
  const resources = async (): Promise<Body[]> => (await read("/_local/organization")).resources;

  it("lists the services and clusters that use a resource, at most five by name", async () => {
    const { id: credentials } = (await send("POST", organization("onPremise/credentials"), { name: "own" })).body;
    const cluster = await send("POST", organization("cluster"), {
      ...{ name: "edge", region: "here", cloud_provider: "ON_PREMISE" },
      cloud_provider_credentials: { credentials: { id: credentials } },
    });
    const { DOCKER_HUB } = platform.ids.registries;
    for (let count = 1; count <= 6; count++)
      await create("container", { name: `web-${count}`, registry_id: DOCKER_HUB });
    const of = async (id: string) => (await resources()).find((each) => each.id === id);
    const edge = { id: cluster.body.id, name: "edge", environment: null };
    expect(await of(credentials)).toMatchObject({ usedBy: [edge], users: 1 });
    const environment = { name: "main", project: "main" };
    const usedBy = [1, 2, 3, 4, 5].map((count) => ({ name: `web-${count}`, environment }));
    expect(await of(DOCKER_HUB)).toMatchObject({ usedBy, users: 6 });
  });
});

describe("dashboard: overview", () => {
  it("shows each write at once: create, update, delete, restored snapshot, new environment", async () => {
    expect((await content()).services).toEqual([]);
    const { id } = await create("container");
    expect((await content()).services).toMatchObject([{ id, version: "1.27", state: "READY" }]);
    const body = { ...bodies.container.minimal(platform.ids), name: "renamed" };
    await send("PUT", `/container/${id}`, body);
    expect((await content()).services).toMatchObject([{ id, name: "renamed" }]);
    const snapshot = await read("/_local/snapshot");
    await send("DELETE", `/container/${id}`);
    expect((await content()).services).toEqual([]);
    await local("PUT", "snapshot", snapshot);
    expect((await content()).services).toMatchObject([{ id }]);
    const added = (await local("POST", "environments", { name: "added" })).body.id;
    expect((await read("/_local/overview")).environments.map(({ id: each }: Body) => each)).toContain(added);
  });

  it("shows the version of a service from its deployment, its image or its database", async () => {
    const { id: job } = await create("job");
    const { id: gitJob } = await create("job", { ...bodies.job.full(platform.ids), name: "git" });
    await create("container");
    await create("database");
    const tagged = { id: job, image_tag: "4.5.6" };
    await deploy({ jobs: [tagged, { id: gitJob, git_commit_id: "c0ffee" }] });
    const versions = (await content()).services.map(({ version }: Body) => version);
    expect(versions).toEqual(["4.5.6", "c0ffee", "1.27", "16"]);
  });
});

describe("dashboard: service", () => {
  it("returns the configuration as sent and as in responses, the deployments and the events", async () => {
    const { id } = await create("container", { arguments: ["--token=abc"] });
    await deploy({ containers: [{ id, image_tag: "2" }] });
    await advance(10);
    // Events of the same millisecond have no order.
    await sleep(2);
    const body = { ...bodies.container.minimal(platform.ids), tag: "3", cpu: 250 };
    await platform.request("PUT", `/container/${id}`, { body, token: "editor" });
    const service = await read(`/_local/services/${id}`);
    expect(service).toMatchObject({
      ...{ id, environmentName: "main", state: "DEPLOYED", deploymentStatus: "OUT_OF_DATE", version: "3" },
      sent: { body: { tag: "3", cpu: 250 } },
      response: { tag: "3", memory: 512, registry: { kind: "ECR" } },
      deployments: [{ state: "DEPLOYED", ownState: "DEPLOYED", services: 1 }],
    });
    const [edited, created] = ["Updated by editor", "Created by admin"].map((text) => `${text}@app-platform.local`);
    const texts = service.events.map(({ text }: Body) => text);
    expect(texts).toEqual([edited, "DEPLOYED", "DEPLOYING", "DEPLOYMENT_QUEUED", created]);
    const { body: request } = await local("GET", `requests/${service.sent.requestId}`);
    const who = "editor (editor@app-platform.local)";
    expect(request).toMatchObject({ operation: "editContainer", status: 200, who });
  });

  it("returns 404 for a missing service, deployment or environment", async () => {
    expect((await local("GET", `services/${platform.ids.cluster}`)).status).toBe(404);
    expect((await local("GET", "deployments/x")).status).toBe(404);
    expect((await local("GET", "environments/x/content")).status).toBe(404);
  });
});

describe("dashboard: deployment", () => {
  const detail = async () => read(`/_local/deployments/${(await content()).deployments[0].id}`);

  it("shows which service failed, in which state, and why", async () => {
    const [web, job] = [(await create("container")).id, (await create("job")).id];
    const rules = [{ service: "migrate", state: "DEPLOYMENT_ERROR", during: "EXECUTING" }];
    await local("PUT", "deployment-failures", { rules });
    const containers = [{ id: web, image_tag: "2-deployment-error" }];
    await deploy({ containers, jobs: [{ id: job, image_tag: "2" }] });
    expect((await detail()).tasks.map(({ failure }: Body) => failure)).toEqual([null, null]);
    await advance(60);
    const { state, tasks } = await detail();
    const failure = (during: string, reason: string) => ({ state: "DEPLOYMENT_ERROR", during, reason });
    expect([state, ...tasks.map(({ failure }: Body) => failure)]).toEqual([
      "DEPLOYMENT_ERROR",
      failure("DEPLOYING", 'Its tag or commit "2-deployment-error" contains "deployment-error".'),
      failure("EXECUTING", 'A failure rule for "migrate" applied.'),
    ]);
  });

  it("shows the past, current and future steps of a canceled deployment", async () => {
    const { id: web } = await create("container");
    await deploy({ containers: [{ id: web, image_tag: "2" }] });
    await advance(2);
    await send("POST", inEnvironment("cancelDeployment"), {});
    await advance(1);
    const { canceledAfterSeconds, tasks } = await detail();
    expect(canceledAfterSeconds).toBe(2);
    expect(tasks[0].steps).toEqual([
      { state: "DEPLOYMENT_QUEUED", from: 0, until: 1, phase: "passed" },
      { state: "DEPLOYING", from: 1, until: 2, phase: "passed" },
      { state: "CANCELING", from: 2, until: null, phase: "current" },
      { state: "CANCELED", from: 4, until: null, phase: "future" },
    ]);
  });
});
