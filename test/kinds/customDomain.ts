import { fixtureOf } from "./shared/fixture.js";
import { addHosts, hosts } from "./shared/hosts.js";
import { ids } from "./shared/ids.js";
import { bothSides, option } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const on = `container/${ids.container}`;
const id = "00000000-0000-4000-8000-0000000000b2";

const request = { domain: "shop.example.com", generate_certificate: true, use_cdn: true };

export const customDomain = testRecord({
  fixture: fixtureOf({
    kind: "CustomDomain",
    path: { on },
    request,
    response: {
      ...request,
      ...stamped(id),
      validation_domain: "00000000.services.platform.example",
      status: "VALIDATION_PENDING",
    },
    isParentOmitted: true,
  }),
  undocumented: { notApplicable: "The API document has no domains: a preview refuses to create one." },
  arguments: {
    required: "on domain generateCertificate",
    bounds: [],
    changed: {
      documented: ["refused", { on: "name taken", domain: "replace" }],
      extended: ["edit", { on: "replace, deleted first" }],
    },
  },
  secrets: [],
  service: { notApplicable: "A domain belongs to a service." },
  prepare: addHosts,
  lifecycle: {
    args: () => ({
      on: `container/${hosts.first}`,
      domain: "shop.example.com",
      generateCertificate: true,
      useCdn: true,
    }),
    identifiedBy: { arg: "domain", other: "by-hand.example.com" },
    edited: { arg: "domain", wire: "domain", byHand: "other.example.com" },
    edits: () => [{ domain: "www.example.com" }],
    removed: { arg: "useCdn", wire: "use_cdn" },
    replacements: () => [{ on: `container/${hosts.second}` }],
  },
  bodies: { notApplicable: "The requests on whole systems have its calls, for each kind of service." },
  everyField: { notApplicable: "It belongs to a service, whose ID only a running program knows." },
  simulation: {
    ...bothSides(({ edition }) => ({ generate_certificate: edition % 2 === 0 })),
    optional: [option("useCdn", true, false, true)],
    formatName: (name) => `${name}.example.com`,
  },
});
