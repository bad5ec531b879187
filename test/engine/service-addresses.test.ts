/** The addresses of services: the outputs `url` and `links`. */
import { Container, type ContainerArgs, getContainer, getContainers } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const front = { internalPort: 8080, publiclyAccessible: true, isDefault: true };
const admin = { internalPort: 9000, publiclyAccessible: true, externalPort: 8443 };

const web = (name: string, ports: ContainerArgs["ports"] = [front]) =>
  new Container(name, containerArgs(platform, { ports }));

test("service addresses (`url`, `links`) are outputs of a create, with the default one (port 443) first", async () => {
  const { outputs } = await stack.run("up", () => {
    const { url, links } = web("web", [admin, front]);
    return { url, links };
  });
  const { id } = await stack.resource("web");
  const { results } = (await platform.request("GET", `/container/${id}/link`)).body;
  const { url } = results.find((each: Record<string, unknown>) => each.is_default);
  expect(outputs.url).toBe(url);
  expect(outputs.links).toEqual([
    { url, internalPort: 8080, externalPort: 443, isDefault: true },
    { url: expect.stringMatching(/^https:.*:8443$/), internalPort: 9000, externalPort: 8443, isDefault: false },
  ]);
  const found = await stack.run("up", () => {
    web("web", [admin, front]);
    const { environment: environmentId } = platform.ids;
    const urls = [
      getContainer({ id }),
      getContainer({ environmentId, name: "web" }),
      getContainers({ environmentId }).then(([first]) => first),
    ];
    return { urls: urls.map((each) => each.then((container) => container?.url)) };
  });
  expect(found.outputs.urls).toEqual([url, url, url]);
});

test("service addresses of an environment are read by one list", async () => {
  const many = () => {
    for (const name of ["a", "b", "c"]) web(name);
  };
  await stack.run("up", many);
  await forgetRequests(platform);
  await stack.run("refresh", many);
  const links = Object.entries(await requests(platform)).filter(([line]) => line.includes("/link"));
  expect(links).toEqual([["GET /environment/{environmentId}/link 200", 1]]);
});
