import { describe, expect, it } from "vitest";
import * as formats from "../../provider/schema/formats.js";

const table: Readonly<Record<formats.Format, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  guid: {
    good: [
      "3fa85f64-5717-4562-b3fc-2c963f66afa6",
      "00000000-0000-0000-0000-000000000000",
      "3FA85F64-5717-4562-B3FC-2C963F66AFA6",
    ],
    bad: [
      "",
      "web",
      "3fa85f64-5717-4562-b3fc-2c963f66afa",
      "3fa85f6457174562b3fc2c963f66afa6",
      " 3fa85f64-5717-4562-b3fc-2c963f66afa6",
      "../3fa85f64",
    ],
  },
  uri: {
    good: ["https://example.com/icon.svg", "app://platform/x", "data:image/png;base64,AA==", "urn:isbn:1"],
    bad: ["", "icon.svg", "/icon.svg", "//example.com/icon.svg", "http://", "https://a.io/a b", "https://a.io/\ud83d"],
  },
  url: {
    good: ["https://argocd.example.com", "http://10.0.0.1:8080/path?x=1", "HTTPS://EXAMPLE.COM"],
    bad: [
      "",
      "argocd.example.com",
      "ftp://example.com",
      "ssh://example.com",
      "https://",
      "javascript:alert(1)",
      "https:acme.io",
      "https:\\\\acme.io",
    ],
  },
  gitUrl: {
    good: ["https://github.com/acme/a.git", "http://git.local/a", "ssh://git@github.com/acme/a.git"],
    bad: ["", "git@github.com:acme/a.git", "file:///srv/git", "github.com/acme/a"],
  },
  cron: {
    good: [
      "* * * * *",
      "0 4 * * *",
      "*/5 0-23/2 1,15 JAN-DEC MON-FRI",
      "59 23 31 12 7",
      "0 0 1 jan sun",
      "  0 4 * * *  ",
      "0-59 * * * *",
    ],
    bad: [
      "",
      "@daily",
      "* * * *",
      "* * * * * *",
      "60 * * * *",
      "* 24 * * *",
      "* * 0 * *",
      "* * * 13 *",
      "* * * * 8",
      "*/0 * * * *",
      "5-1 * * * *",
      "1,,2 * * * *",
      "MON * * * *",
      "* * * * MONDAY",
      "-1 * * * *",
      "1.5 * * * *",
      "* * * * L",
      "0 4 * * ?",
      "0 0 * * sat-sun",
      "0\n4 * * *",
      "0\u00a04 * * *",
    ],
  },
  timezone: {
    good: ["Etc/UTC", "Europe/Paris", "UTC", "America/Argentina/Buenos_Aires"],
    bad: ["", "Paris", "+01:00", "Mars/Olympus", "Europe/Paris "],
  },
  imageName: {
    good: ["nginx", "library/nginx", "acme/team/app", "a.b-c_d/e__f", "0/1"],
    bad: [
      "",
      "Nginx",
      "nginx:1.27",
      "nginx@sha256:00",
      "/nginx",
      "nginx/",
      "a//b",
      "-nginx",
      "registry.acme.io:5000/a",
      "a b",
    ],
  },
};

const { uuid: guid, uri, url, gitUrl, cron, timezone, imageName } = formats;
const schemas = { guid, uri, url, gitUrl, cron, timezone, imageName };

describe("the format of a string", () => {
  const rows = Object.entries(table).flatMap(([format, { good, bad }]) => [
    ...good.map((text) => ({ format, text, fits: true })),
    ...bad.map((text) => ({ format, text, fits: false })),
  ]);

  it.each(rows)("$format: $text fits: $fits", ({ format, text, fits }) => {
    expect(schemas[format as formats.Format].safeParse(text).success).toBe(fits);
  });

  it("is written in a test for every format", () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(formats.formatTexts).sort());
  });

  it("of a long text is found in a moment", () => {
    const start = performance.now();
    for (const schema of Object.values(schemas)) schema.safeParse(`${"a-".repeat(50_000)}!`);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

it("accepts a host with characters beyond ASCII, however often it is checked", () => {
  const host = "https://m\u00fcnchen.example";
  const refused = Array.from({ length: 20_000 }, () => formats.url.safeParse(host).success).filter((fits) => !fits);
  expect(refused).toEqual([]);
});
