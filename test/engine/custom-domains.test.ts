/** Domains of services: what `on` may be, and whose a domain is. */
import * as pulumi from "@pulumi/pulumi";
import { Container, CustomDomain, getCustomDomain, getCustomDomainsOutput } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const web = (name: string) => new Container(name, containerArgs(platform));
const shop = { domain: "shop.example.com", generateCertificate: true };

test("custom domain: `on` accepts a resource, an output of it and a path, also in lookups", async () => {
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

test("custom domain: is deleted and then created for another service if `on` changes", async () => {
  const program = (name: "first" | "second") => () => {
    const services = { first: web("first"), second: web("second") };
    new CustomDomain("shop", { on: services[name], ...shop });
  };
  await stack.run("up", program("first"));
  const { id } = await stack.resource("shop");
  expect((await stack.run("up", program("second"))).changes).toEqual({ same: 3, replace: 1 });
  const sent: Record<string, string>[] = (await platform.request("GET", "/_local/requests/log")).body.results;
  const writes = sent.filter(({ method, path }) => method !== "GET" && path?.includes("/customDomain"));
  // The newest is first.
  expect(writes.slice(0, 2).map(({ method, status }) => [method, status])).toEqual([
    ["POST", 201],
    ["DELETE", 204],
  ]);
  expect((await stack.resource("shop")).id).not.toBe(id);
  const domainsOf = async (name: string) => {
    const path = `/container/${(await stack.resource(name)).id}/customDomain`;
    return (await platform.request("GET", path)).body.results.map(({ domain }: { domain: string }) => domain);
  };
  expect([await domainsOf("first"), await domainsOf("second")]).toEqual([[], ["shop.example.com"]]);
});

test("custom domain: preview fails if two resources have one domain (AP1205) or exchange theirs (AP1206)", async () => {
  const program = (first: string, second: string) => () => {
    new CustomDomain("shop", { on: web("first"), ...shop, domain: first });
    new CustomDomain("blog", { on: web("second"), ...shop, domain: second });
  };
  const twice = await stack.fails("preview", program("shop.example.com", "SHOP.example.com"));
  expect(twice).toMatch(/AP1205: CustomDomain "\S+" \(\S+\) is declared twice: .* has the same `domain`/);
  await stack.run("up", program("shop.example.com", "blog.example.com"));
  const exchanged = await stack.fails("preview", program("blog.example.com", "shop.example.com"));
  expect(exchanged).toContain("AP1206");
  expect(exchanged).toContain("reuse the `domain` of another resource");
});
