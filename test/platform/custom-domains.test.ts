/** Custom domains and links. Bodies are transcribed from the description of the extended set. */
import { describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { opened } from "./support/opened.js";
import { exposedServices, serviceBodies } from "./support/services.js";

const { platform, send, read, create, inEnvironment, advance } = opened();

const make = async (kind: string, members?: Body): Promise<string> =>
  (await create(kind, { ...serviceBodies[kind]?.minimal(platform.ids), ...members })).id;

describe.each(exposedServices)("customDomain (%s)", (kind) => {
  const body = { domain: "shop.example.com", generate_certificate: true };
  /** A service with the domain, and where the domains of another service are. */
  const twoServices = async () => {
    const service = `/${kind}/${await make(kind)}`;
    const { id } = (await send("POST", `${service}/customDomain`, body)).body;
    const otherKind = exposedServices.find((each) => each !== kind) ?? "";
    return { service, id, other: `/${otherKind}/${await make(otherKind)}/customDomain` };
  };

  it("returns 409 for a domain of another service, in any letter case, until that is deleted", async () => {
    const { service, other } = await twoServices();
    expect((await send("POST", other, { ...body, domain: "SHOP.example.com" })).status).toBe(409);
    await send("DELETE", service);
    expect((await send("POST", other, body)).status).toBe(201);
  });

  it("makes its service OUT_OF_DATE by POST, PUT and DELETE until the next deployment, unless PUT changes nothing", async () => {
    const id = await make(kind);
    const domains = `/${kind}/${id}/customDomain`;
    const statusAfter = async (method: string, path: string, members?: Body) => {
      await send("POST", inEnvironment("deploy"));
      await advance(60);
      const sent = await send(method, path, members);
      expect(sent.status).toBeLessThan(300);
      return [sent.body?.id, (await read(`/${kind}/${id}/status`)).service_deployment_status];
    };
    const [domain, created] = await statusAfter("POST", domains, body);
    const one = `${domains}/${domain}`;
    const [, changed] = await statusAfter("PUT", one, { ...body, use_cdn: true });
    const [, same] = await statusAfter("PUT", one, { ...body, use_cdn: true });
    const [, deleted] = await statusAfter("DELETE", one);
    expect([created, changed, same, deleted]).toEqual(["OUT_OF_DATE", "OUT_OF_DATE", "UP_TO_DATE", "OUT_OF_DATE"]);
  });

  it("returns 404 for PUT and DELETE below another service; GET of one domain returns 405", async () => {
    const { service, id, other } = await twoServices();
    expect((await send("PUT", `${other}/${id}`, body)).status).toBe(404);
    expect((await send("DELETE", `${other}/${id}`)).status).toBe(404);
    expect((await send("GET", `${service}/customDomain/${id}`)).status).toBe(405);
  });
});

it.each<[domain: string, status: number]>([
  [`${"a".repeat(63)}.example`, 201],
  [`${"a".repeat(64)}.example`, 400],
  [`${"a.".repeat(123)}example`, 201],
  [`${"a.".repeat(124)}example`, 400],
  ["a.*.example", 400],
])("POST customDomain with the domain %s returns %i", async (domain, status) => {
  const path = `/container/${await make("container")}/customDomain`;
  const { status: got, body } = await send("POST", path, { domain, generate_certificate: true });
  const message = "must be a domain name such as shop.example.com or *.example.com";
  expect([got, body.violations]).toEqual([status, status === 400 ? [{ field: "domain", message }] : undefined]);
});

describe("GET {service}/{}/link", () => {
  const ports = [
    { internal_port: 9000, publicly_accessible: true, protocol: "GRPC", external_port: 8443 },
    { internal_port: 8080, publicly_accessible: true, is_default: true, public_path: "/shop" },
    { internal_port: 9090, publicly_accessible: false },
    { internal_port: 5000, publicly_accessible: true, protocol: "TCP", external_port: 5001 },
  ];
  const host = (service: string) => `${service.slice(0, 8)}.services.platform.example`;
  const expected = (service_id: string, service_type: string) => {
    const link = (url: string, internal_port: number, external_port: number, is_default = false): Body => ({
      ...{ service_id, service_type, is_platform_domain: true },
      ...{ url, internal_port, external_port, is_default },
    });
    return [
      link(`https://p9000-${host(service_id)}:8443`, 9000, 8443),
      link(`https://p8080-${host(service_id)}/shop`, 8080, 443, true),
      link(`tcp://p5000-${host(service_id)}:5001`, 5000, 5001),
    ];
  };

  // Ports of Helm services are other objects: helm.test.ts.
  it.each(exposedServices.filter((kind) => kind !== "helm"))("returns the URLs of public ports: %s", async (kind) => {
    const service = await make(kind, { ports });
    const links = await send("GET", `/${kind}/${service}/link`);
    expect(links).toEqual({ status: 200, body: { results: expected(service, kind.toUpperCase()) } });
  });

  it("marks the first link as default if no port is", async () => {
    const service = await make("container", { ports: ports.map((port) => ({ ...port, is_default: false })) });
    const { results } = await read(`/container/${service}/link`);
    expect(results.map(({ is_default: isDefault }: Body) => isDefault)).toEqual([true, false, false]);
  });

  it("returns no link of a private port", async () => {
    const internal = await make("container", { name: "internal", ports: ports.slice(2, 3) });
    expect(await read(`/container/${internal}/link`)).toEqual({ results: [] });
  });

  it("returns the links of all services for an environment", async () => {
    const application = await make("application", { ports });
    const container = await make("container", { ports });
    const links = await send("GET", `/environment/${platform.ids.environment}/link`);
    expect(links.body.results).toEqual([...expected(application, "APPLICATION"), ...expected(container, "CONTAINER")]);
    expect(await read(`/environment/${platform.ids.otherEnvironment}/link`)).toEqual({ results: [] });
  });
});
