/** The addresses of services: the outputs `url` and `links`. */
import { Application, Container, type ContainerArgs, getContainer, getContainers } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./declare.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";
import type { TestStack } from "./test-stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const front = { internalPort: 8080, publiclyAccessible: true, isDefault: true };
const admin = { internalPort: 9000, publiclyAccessible: true, externalPort: 8443 };
const inside = { internalPort: 8080, publiclyAccessible: false };

const web = (wish: Partial<ContainerArgs> = {}, name = "web") =>
  new Container(name, containerArgs(platform, { ports: [front], ...wish }));

const program = (wish: Partial<ContainerArgs> = {}) => {
  return () => {
    const { url, links } = web(wish);
    return { url, links };
  };
};

const run = async (step: Parameters<TestStack["run"]>[0], wish?: Partial<ContainerArgs>) => {
  await forgetRequests(platform);
  return stack.run(step, program(wish));
};

const [one, of] = ["/container/{containerId}", "/container/{containerId}/link"];

/** What the platform shows of one address. */
async function shown(): Promise<readonly Record<string, unknown>[]> {
  const { id } = await stack.resource("web");
  return (await platform.request("GET", `/container/${id}/link`)).body.results as Record<string, unknown>[];
}

const failReads = (fault: string, times?: number) =>
  platform.request("PUT", "/_local/faults", {
    body: { rules: [{ match: { route: of }, when: "before", fault, ...(times === undefined ? {} : { times }) }] },
  });

describe("the addresses of a service", () => {
  test("are outputs of the run that creates it, the default one first", async () => {
    const { outputs } = await run("up", { ports: [admin, front] });
    expect(await requests(platform)).toMatchObject({ [`GET ${of} 200`]: 1 });
    const links = await shown();
    const url = links.find(({ is_default: isDefault }) => isDefault)?.url;
    expect(outputs.url).toBe(url);
    expect(outputs.links).toEqual([
      { url, internalPort: 8080, externalPort: 443, isDefault: true },
      { url: expect.stringMatching(/^https:.*:8443$/), internalPort: 9000, externalPort: 8443, isDefault: false },
    ]);
  });

  test("are read again only when an update changes the ports", async () => {
    const { outputs } = await run("up");
    const retagged = await run("up", { tag: "1.28" });
    expect(retagged.outputs).toEqual(outputs);
    expect(await requests(platform)).toEqual({ [`GET ${one} 200`]: 1, [`PUT ${one} 200`]: 1 });
    const { outputs: now } = await run("up", { tag: "1.28", ports: [front, admin] });
    expect(now.links).toHaveLength(2);
    expect(await requests(platform)).toMatchObject({ [`GET ${of} 200`]: 1 });
  });

  test("are none without a public port, for which nothing is asked", async () => {
    await run("up");
    const { outputs } = await run("up", { ports: [inside] });
    expect(outputs).not.toHaveProperty("url");
    expect(Object.keys(await requests(platform)).filter((line) => line.includes("link"))).toEqual([]);
    expect((await stack.resource("web")).outputs).not.toHaveProperty("links");
  });

  test("are empty on a platform that doesn't serve the call", async () => {
    await failReads("404");
    const { outputs } = await run("up");
    expect(outputs).not.toHaveProperty("url");
    expect((await run("refresh")).changes).toEqual({ same: 2 });
  });

  test("are read by lookups, too", async () => {
    await run("up");
    const { id } = await stack.resource("web");
    await forgetRequests(platform);
    const { outputs } = await stack.run("up", () => {
      web();
      const { environment: environmentId } = platform.ids;
      const urls = [
        getContainer({ id }),
        getContainer({ environmentId, name: "web" }),
        getContainers({ environmentId }).then(([first]) => first),
      ];
      return { urls: urls.map((found) => found.then((container) => container?.url)) };
    });
    const url = (await shown())[0]?.url;
    expect(outputs.urls).toEqual([url, url, url]);
  });
});

test("addresses of many services are read by one list an environment", async () => {
  const count = 20;
  const many = () => {
    for (let index = 0; index < count; index++) web({}, `web-${index}`);
    const { environment: environmentId } = platform.ids;
    new Application("shop", {
      environmentId,
      gitRepository: { url: "https://github.com/acme/shop.git", provider: "GITHUB" },
      dockerfilePath: "Dockerfile",
      healthchecks: {},
      ports: [front],
    });
  };
  await stack.run("up", many);
  await forgetRequests(platform);
  await stack.run("refresh", many);
  const links = Object.entries(await requests(platform)).filter(([line]) => line.includes("/link"));
  expect(links).toEqual([["GET /environment/{environmentId}/link 200", 1]]);
});
