/** The addresses of a service, which a call of their own returns: in which order, and whether there can be any. */
import { expect, it } from "vitest";
import type { LinkedOutputs } from "../../../../provider/definition/subresources.js";
import { lookupsOf } from "../../../../provider/engine/lookups.js";
import { container, ids } from "../../../kinds/fixtures.js";
import type { EndpointSet, Value, Values } from "../../../support/provider.js";
import { connected, definitionOf, fakePlatform, listing } from "../../support/fake-platform.js";

const platform = fakePlatform();
const [addresses, internalHost] = definitionOf("Container").linked as [LinkedOutputs, LinkedOutputs];
const { isExpected } = addresses;
const from = (items: readonly Values[]) => addresses.from(items, ids.environment);
const link = (number: number, more: Values = {}): Values => ({
  ...{ url: `https://${number}.example.com`, internal_port: number, external_port: 443, ...more },
});

it("addresses are sorted by isDefault and then by port", () => {
  const { url, links } = from([link(81), link(80), link(90, { is_default: true }), { internal_port: 1 }]) as Values;
  expect(url).toBe("https://90.example.com");
  expect(links).toEqual([90, 80, 81].map((port) => expect.objectContaining({ internalPort: port, externalPort: 443 })));
  expect((links as Values[]).map(({ isDefault }) => isDefault)).toEqual([true, false, false]);
  expect(from([])).toEqual({});
});

it("internalHost is the value of the built-in variable whose key ends with the service's ID and HOST_INTERNAL", () => {
  const id = "1a2b3c4d-0000-4000-8000-000000000001";
  const of = (key: string, value: Value = "app-z1a2b3c4d") => internalHost.from([{ key, value }], id);
  expect(of("PLATFORM_CONTAINER_Z1A2B3C4D_HOST_INTERNAL")).toEqual({ internalHost: "app-z1a2b3c4d" });
  expect(of("OTHER_Z1A2B3C4D_HOST_INTERNAL")).toEqual({ internalHost: "app-z1a2b3c4d" });
  for (const key of ["PLATFORM_CONTAINER_Z1A2B3C4E_HOST_INTERNAL", "PLATFORM_CONTAINER_Z1A2B3C4D_HOST_EXTERNAL"])
    expect(of(key)).toEqual({});
  expect(of("PLATFORM_CONTAINER_Z1A2B3C4D_HOST_INTERNAL", null)).toEqual({});
});

it.each([
  ["https://p80-z1.example.com/shop", "p80-z1.example.com"],
  ["tcp://p22-z1.example.com:2222", "p22-z1.example.com"],
  ["no address", undefined],
])("externalHost of a service is the host of its default address: %s, %s", (url, externalHost) => {
  const { url: _, links: __, ...others } = from([{ url, is_default: true }, link(90)]) as Values;
  expect(others).toEqual(externalHost === undefined ? {} : { externalHost });
});

const [open, hidden] = [true, false].map((publiclyAccessible) => ({ internalPort: 80, publiclyAccessible }));
it.each<[are: string, what: string, ports: Value | undefined]>([
  ["are", "a public port and another one", [hidden, open] as Value],
  ["aren't", "one port that isn't public", [hidden] as Value],
  ["are", "a port without publiclyAccessible", [{ internalPort: 80 }]],
  ["aren't", "an empty list of ports", []],
  ["aren't", "no ports", undefined],
])("addresses %s expected for a service with %s", (are, _what, ports) => {
  expect(isExpected({ ports } as Values)).toBe(are === "are");
});

it("lookup of many services reads all addresses with one request, and sends none with documented endpoints", async () => {
  const environment = `/environment/${ids.environment}`;
  const [all, addresses] = [
    [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`),
    `${environment}/link`,
  ];
  platform.on(`GET ${environment}/container`, listing(...all.map((id) => ({ ...container.response, id }))));
  platform.on(`GET ${addresses}`, listing(...all.map((id, index) => link(index, { service_id: id.toUpperCase() }))));
  const urls = async (endpoints: EndpointSet) => {
    const { platform: here, log } = connected(platform.url, { endpoints });
    const { lookUpAll } = lookupsOf(definitionOf("Container"), () => here);
    return (await lookUpAll({ log, args: { environmentId: ids.environment } })).map(({ url }) => url);
  };
  expect(await urls("extended")).toEqual(["https://0.example.com", "https://1.example.com"]);
  expect(await urls("documented")).toEqual([undefined, undefined]);
  expect(platform.lines().filter((line) => line.endsWith(addresses))).toHaveLength(1);
});
