/** Domains of services: what `on` may be, and what a move of a domain or of its service means. */

import * as pulumi from "@pulumi/pulumi";
import {
  Container,
  type ContainerArgs,
  CustomDomain,
  Database,
  getCustomDomain,
  getCustomDomainsOutput,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./declare.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const web = (name: string, others: Partial<ContainerArgs> = {}) => new Container(name, containerArgs(platform, others));
const shop = { domain: "shop.example.com", generateCertificate: true };

describe("the service of a domain", () => {
  test("is given as a resource, also before it exists, or as an output of a reference", async () => {
    const program = () => {
      const first = web("first");
      const second = web("second");
      new CustomDomain("shop", { on: first, ...shop });
      new CustomDomain("blog", { on: pulumi.output(second), domain: "blog.example.com", generateCertificate: false });
      const other = pulumi.interpolate`container/${second.id}`;
      new CustomDomain("docs", { on: other, domain: "docs.example.com", generateCertificate: false });
      const found = getCustomDomainsOutput({ on: other }, { dependsOn: [second] });
      return { found: found.apply((all) => all.map(({ domain }) => domain).sort()) };
    };
    expect((await stack.run("preview", program)).changes).toEqual({ create: 6 });
    await stack.run("up", program);
    const { id } = await stack.resource("second");
    const { body } = await platform.request("GET", `/container/${id}/customDomain`);
    expect(body.results.map(({ domain }: { domain: string }) => domain).sort()).toEqual([
      "blog.example.com",
      "docs.example.com",
    ]);
    const { changes, outputs } = await stack.run("up", program);
    expect({ changes, found: outputs.found }).toEqual({
      changes: { same: 6 },
      found: ["blog.example.com", "docs.example.com"],
    });
    const one = await stack.run("up", () => {
      program();
      return { id: getCustomDomain({ on: `container/${id}`, name: "BLOG.example.com" }).then((found) => found.id) };
    });
    expect(one.outputs.id).toBe((await stack.resource("blog")).id);
  });

  test.each([
    ["another kind", () => new Database("db", databaseArgs(platform))],
    ["an ID without a kind", () => platform.ids.environment],
    ["a kind that has no domains", () => `job/${platform.ids.environment}`],
  ])("is refused if it is %s, in words that name what is allowed", async (_, on) => {
    // A resource that does not exist yet has no ID to check at preview.
    const output = await stack.fails("up", () => void new CustomDomain("shop", { on: on() as string, ...shop }));
    expect(output).toContain("AP1203");
    expect(output).toMatch(/on must be a reference: application.* or \w+, a slash and a UUID, such as container\//);
  });
});

describe("a domain that leads to another service", () => {
  test("is deleted first: no two services have it", async () => {
    const program = (on: "first" | "second") => () => {
      const all = { first: web("first"), second: web("second") };
      new CustomDomain("shop", { on: all[on], ...shop });
    };
    await stack.run("up", program("first"));
    await forgetRequests(platform);
    await stack.run("up", program("second"));
    expect(await writes(platform)).toEqual([
      "DELETE /container/{containerId}/customDomain/{customDomainId} 204",
      "POST /container/{containerId}/customDomain 201",
    ]);
  });

  test("moves with a service that is replaced", async () => {
    const program = (environmentId: string) => () =>
      void new CustomDomain("shop", { on: web("web", { environmentId }), ...shop });
    await stack.run("up", program(platform.ids.environment));
    await stack.run("up", program(platform.ids.otherEnvironment));
    const { id } = await stack.resource("web");
    const { body } = await platform.request("GET", `/container/${id}/customDomain`);
    expect(body.results).toMatchObject([{ domain: "shop.example.com" }]);
    expect((await stack.run("preview", program(platform.ids.otherEnvironment))).changes).toEqual({ same: 3 });
  });
});

describe("a domain that another service has", () => {
  const program = (first: string, second: string) => () => {
    new CustomDomain("shop", { on: web("first"), ...shop, domain: first });
    new CustomDomain("blog", { on: web("second"), ...shop, domain: second });
  };

  test("is refused at preview if two resources of the program give it, or exchange theirs", async () => {
    const twice = await stack.fails("preview", program("shop.example.com", "SHOP.example.com"));
    expect(twice).toMatch(/AP1205: CustomDomain "\S+" is declared twice: .* has the same `domain`/);
    await stack.run("up", program("shop.example.com", "blog.example.com"));
    const exchanged = await stack.fails("preview", program("blog.example.com", "shop.example.com"));
    expect(exchanged).toContain("AP1206");
    expect(exchanged).toContain("reuse the `domain` of another resource");
  });

  test("is refused with what the platform says, and not only with the advice to wait", async () => {
    await stack.run("up", () => void web("first"));
    const path = `/container/${(await stack.resource("first")).id}/customDomain`;
    const body = { domain: shop.domain, generate_certificate: true };
    const { id } = (await platform.request("POST", path, { body })).body;
    const output = await stack.fails("up", () => {
      web("first");
      new CustomDomain("shop", { on: web("second"), ...shop });
    });
    expect(output).toContain("AP3005");
    expect(output).toContain(
      `the platform says: The custom domain "shop.example.com" already exists; its id is ${id}.`,
    );
    expect(output).toContain("if a value that must be unique");
  });
});

test("the domains of one service are refreshed with one request", async () => {
  const program = () => {
    const on = web("web");
    for (let index = 0; index < 20; index += 1) {
      new CustomDomain(`shop-${index}`, { on, ...shop, domain: `shop-${index}.example.com` });
    }
  };
  await stack.run("up", program);
  await forgetRequests(platform);
  expect((await stack.run("refresh")).changes).toEqual({ same: 22 });
  expect(await requests(platform)).toMatchObject({ "GET /container/{containerId}/customDomain 200": 1 });
});
