/** The texts of each format of strings. */
import fc from "fast-check";
import type { Format } from "../../provider/schema/formats.js";

interface FormatTexts {
  /** Texts that fit, for arguments made at random. */
  readonly sample: fc.Arbitrary<string>;
  readonly good: readonly string[];
  readonly bad: readonly string[];
  /** More texts that fit, in another format or almost: the preview and the platform must judge all of them alike. */
  readonly edges: readonly string[];
}

const anId = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

export const formatTexts: Readonly<Record<Format, FormatTexts>> = {
  email: {
    sample: fc.constantFrom("dev@example.com", "First.Last+ci@acme.io"),
    good: ["dev@example.com", "Dev+1@EXAMPLE.com", `a@${"b".repeat(252)}`],
    bad: ["", "dev", "dev@", "@example.com", "a@b@c", "dev @example.com", " dev@example.com", `a@${"b".repeat(253)}`],
    edges: ["DEV@example.com", "d\u00e9v@example.com", "dev@example", "dev@example.com ", "dev@\ud83d"],
  },
  guid: {
    sample: fc.uuid(),
    good: [
      "3fa85f64-5717-4562-b3fc-2c963f66afa6",
      "00000000-0000-0000-0000-000000000000",
      "3FA85F64-5717-4562-B3FC-2C963F66AFA6",
    ],
    bad: [
      ...["", "web", "3fa85f64-5717-4562-b3fc-2c963f66afa", "3fa85f6457174562b3fc2c963f66afa6"],
      ...[" 3fa85f64-5717-4562-b3fc-2c963f66afa6", "../3fa85f64"],
    ],
    edges: [
      "99999999-9999-4999-8999-999999999999",
      "ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF",
      "999999999999499989999999999999999",
      "{99999999-9999-4999-8999-999999999999}",
      "99999999-9999-4999-8999-99999999999g",
    ],
  },
  uri: {
    sample: fc.constantFrom("https://acme.io/a.svg", "app://a"),
    good: ["https://example.com/icon.svg", "app://platform/x", "data:image/png;base64,AA==", "urn:isbn:1"],
    bad: ["", "icon.svg", "/icon.svg", "//example.com/icon.svg", "http://", "https://a.io/a b", "https://a.io/\ud83d"],
    edges: [
      ...["https://acme.io/icon.svg", "HTTPS://ACME.IO/icon.svg/", "app://platform/a", "a:"],
      ...["https://acme.io/a b.svg", "https:\\acme.io", "https://acme.io/\ud83d", "https://acme.io/caf\u00e9"],
    ],
  },
  httpsUrl: {
    sample: fc.constantFrom("https://acme.io", "https://10.0.0.1:80/x"),
    good: ["https://registry.example.com", "https://10.0.0.1:8443/path"],
    bad: ["", "registry.example.com", "http://example.com", "oci://example.com", "https://", "https:acme.io"],
    edges: ["https://acme.io/", "HTTPS://ACME.IO:443/Images", "http://acme.io", "https:/acme.io"],
  },
  chartUrl: {
    sample: fc.constantFrom("https://acme.io/charts", "oci://acme.io/charts"),
    good: ["https://charts.example.com", "oci://registry.example.com/charts"],
    bad: ["", "charts.example.com", "http://example.com", "oci:acme.io", "oci://"],
    edges: ["https://acme.io/", "OCI://acme.io/charts", "http://acme.io", "oci:/acme.io", "oci://acme.io:99999"],
  },
  url: {
    sample: fc.constantFrom("https://acme.io", "http://10.0.0.1:80/x"),
    good: ["https://argocd.example.com", "http://10.0.0.1:8080/path?x=1", "HTTPS://EXAMPLE.COM"],
    bad: [
      ...["", "argocd.example.com", "ftp://example.com", "ssh://example.com", "https://", "javascript:alert(1)"],
      ...["https:acme.io", "https:\\\\acme.io"],
    ],
    edges: [
      ...["https://acme.io", "https://acme.io/", "https://acme.io/tools/", "HTTPS://ACME.IO:443/Tools"],
      ...["http://[::1]:80/x?y=1#z", "https://m\u00fcnchen.example", "https:/acme.io", "https:///acme.io"],
      ...["https://acme.io:99999", "ftp://acme.io", "ssh://git@acme.io/a", "https://acme.io/a b"],
      ...[" https://acme.io", "https://acme.io\\a", "//acme.io"],
    ],
  },
  gitUrl: {
    sample: fc.constantFrom("https://github.com/a/b.git", "ssh://git@acme.io/b"),
    good: ["https://github.com/acme/a.git", "http://git.local/a", "ssh://git@github.com/acme/a.git"],
    bad: ["", "git@github.com:acme/a.git", "file:///srv/git", "github.com/acme/a"],
    edges: [
      ...["https://github.com/acme/a.git/", "https://GitHub.com/acme/a.git", "ssh://git@github.com:22/acme/a.git"],
      ...["http://user:pass@git.local/a", "ssh:git@acme.io/a", "https://"],
    ],
  },
  cron: {
    sample: fc.constantFrom("* * * * *", "0 4 * * MON-FRI"),
    good: [
      ...["* * * * *", "0 4 * * *", "*/5 0-23/2 1,15 JAN-DEC MON-FRI", "59 23 31 12 7", "0 0 1 jan sun"],
      ...["  0 4 * * *  ", "0-59 * * * *"],
    ],
    bad: [
      ...["", "@daily", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *"],
      ...["* * * * 8", "*/0 * * * *", "5-1 * * * *", "1,,2 * * * *", "MON * * * *", "* * * * MONDAY"],
      ...["-1 * * * *", "1.5 * * * *", "* * * * L", "0 4 * * ?", "0 0 * * sat-sun", "0\n4 * * *"],
      "0\u00a04 * * *",
    ],
    edges: [
      ...["0  4\t* * *", "*/5 0-23/2 1,15 JAN-DEC mon-fri", "0 0 1 jan SUN", "0 0 * * fri-7", "0 0 * * 5-1"],
      ...["0 0 * * 7", "0 0 * * 8", "59-0 * * * *", "*/99 * * * *", "5/10 * * * *", "00 04 * * *", "0 0 31 2 *"],
      ...["0 0 0 * *", "* * * sun *", "0 0 * * jan", "0 0 L * ?", "0 0 * * MONDAY", "1-2-3 * * * *"],
      ...["*-5 * * * *", "0 0 * * sun-sat", "0 0 * * sun,7"],
    ],
  },
  timezone: {
    sample: fc.constantFrom("Etc/UTC", "Europe/Paris"),
    good: ["Etc/UTC", "Europe/Paris", "UTC", "America/Argentina/Buenos_Aires"],
    bad: ["", "Paris", "+01:00", "Mars/Olympus", "Europe/Paris "],
    edges: ["europe/paris", "Asia/Calcutta", "Asia/Kolkata", "US/Eastern", "GMT", "Etc/GMT+5", "CET"],
  },
  imageName: {
    sample: fc.constantFrom("nginx", "a/b", "a/b/c"),
    good: ["nginx", "library/nginx", "acme/team/app", "a.b-c_d/e__f", "0/1"],
    bad: [
      ...["", "Nginx", "nginx:1.27", "nginx@sha256:00", "/nginx", "nginx/", "a//b", "-nginx"],
      ...["registry.acme.io:5000/a", "a b"],
    ],
    edges: ["a---b", "a..b", "nginx-"],
  },
  domain: {
    sample: fc.constantFrom("shop.example.com", "*.example.com", "a.io"),
    good: ["shop.example.com", "a.io", "*.example.com", "SHOP.Example.COM", "xn--mnchen-3ya.de", "1.example.com"],
    bad: [
      ...["", "shop", "*.com.*", "shop.example.com.", ".example.com", "-a.io", "a-.io", "a b.io", "https://a.io"],
      "a_b.io",
    ],
    edges: [
      "SHOP.example.com",
      "*",
      "a.b",
      "-a.example.com",
      `${"a".repeat(63)}.example.com`,
      `${"a".repeat(64)}.example.com`,
      "m\u00fcnchen.de",
    ],
  },
  variableScope: {
    sample: fc.uuid().map((id) => `environment/${id}`),
    good: [`environment/${anId}`, `project/${anId}`, `terraform/${anId}`, `job/${anId.toUpperCase()}`],
    bad: ["", anId, "environment", `database/${anId}`, `cluster/${anId}`, `BUILT_IN/${anId}`, `job/${anId}/x`],
    edges: [`environment/../${anId}`, "environment/.."],
  },
  apiPath: {
    sample: fc.constantFrom("/webhook", "/a/{b}/c"),
    good: ["/webhook", "/organization/{organizationId}/webhook", "/v1.2/a-b/~c/{id}", "/a.b/...", "/A:b@c,d"],
    bad: [
      ...["", "webhook", "/", "//a", "/a/", "/a//b", "https://acme.io/a", "/a?b=c", "/a#b", "/a/../b", "/./a", "/.."],
      ...["/a%2fb", "/%2e%2e", "/a;b", "/a b", "/a\\b", "/a{b}", "/{}", "/{+a}", "/{1}", "/caf\u00e9", "/a\n"],
    ],
    edges: [],
  },
  variableReference: {
    sample: fc.uuid(),
    good: [anId, `database/${anId}/password`],
    bad: [
      "",
      "LEVEL",
      "/",
      `database/${anId}`,
      `/${anId}/password`,
      `database/${anId}/password/`,
      "database/db/password",
    ],
    edges: [anId.toUpperCase(), `database/${anId}/`, ` ${anId}`],
  },
  featureName: {
    sample: fc.uuid(),
    good: ["STATIC_IP", "FLOW_LOGS", anId],
    bad: ["", " ", "STATIC IP", "a/b"],
    edges: ["static_ip", "STATIC_IP", "VPC_SUBNETS", anId.toUpperCase()],
  },
  exposedService: {
    sample: fc.uuid().map((id) => `container/${id}`),
    good: [`container/${anId}`, `application/${anId}`, `container/${anId.toUpperCase()}`],
    bad: [
      "",
      anId,
      "container",
      "container/",
      `/${anId}`,
      `database/${anId}`,
      `Container/${anId}`,
      `container/${anId}/x`,
    ],
    edges: [`container/../${anId}`, "container/.."],
  },
};
