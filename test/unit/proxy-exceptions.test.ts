import { expect, it } from "vitest";
import { routeTo } from "../../provider/platform/proxy.js";

const proxy = { HTTP_PROXY: "http://proxy.example.com:3128" };

it.each([
  ["http://10.0.0.1/", "10.0.0.1/32", true],
  ["http://10.0.0.1/", "10.0.0.1/33", false],
  ["http://[2001:db8::1]/", "2001:db8::/48", true],
  ["http://[2001:db8::1]/", "2001:db8::1/128", true],
  ["http://[2001:db8::1]/", "2001:db8::1/129", false],
  ["http://a.example.com/", "  b.example.com ,, a.example.com", true],
])("%s with NO_PROXY=%s goes without a proxy: %s", (address, list, isDirect) => {
  const route = routeTo(new URL(address), { ...proxy, http_proxy: proxy.HTTP_PROXY, NO_PROXY: list });
  expect(route.proxy === undefined).toBe(isDirect);
});
