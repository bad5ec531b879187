/** What the extended set tells of one service, beside what it tells of an environment. */
import { expect, it } from "vitest";
import { opened } from "./opened.js";

const { read, send, inEnvironment, create, deploy, advance } = opened({
  endpoints: "extended",
  speed: "manual",
  isFresh: true,
});

it("the status of a service, and those of its kind, are the items of the environment's statuses", async () => {
  const [web, worker, job] = [await create("container"), await create("container", { name: "b" }), await create("job")];
  await deploy({ containers: [{ id: web.id, image_tag: "2" }] });
  await advance(60);
  const { containers, jobs } = await read(inEnvironment("statuses"));
  expect([containers.length, jobs.length]).toEqual([2, 1]);
  expect(
    containers.map(({ service_deployment_status: status }: { service_deployment_status: string }) => status).sort(),
  ).toEqual(["NEVER_DEPLOYED", "UP_TO_DATE"]);
  expect(await read(inEnvironment("container/status"))).toEqual({ results: containers });
  for (const one of [...containers, ...jobs]) {
    const kind = one.id === job.id ? "job" : "container";
    expect(await read(`/${kind}/${one.id}/status`)).toEqual(one);
  }
  expect((await send("GET", `/job/${worker.id}/status`)).status).toBe(404);
});

it("the stage of a service is the one that it was put into, or the default one", async () => {
  const { id } = await create("container");
  const path = `/service/${id}/deploymentStage`;
  expect((await read(path)).name).toBe("default");
  const { body: stage } = await send("POST", inEnvironment("deploymentStage"), { name: "data" });
  await send("PUT", `/deploymentStage/${stage.id}/service/${id}`);
  const services = [{ service_id: id, service_type: "CONTAINER" }];
  expect(await read(path)).toEqual({ ...stage, services });
  expect((await send("GET", "/service/00000000-0000-4000-8000-000000000000/deploymentStage")).status).toBe(404);
});
