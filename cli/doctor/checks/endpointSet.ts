import type { Check, Finding } from "../check.js";
import { get, namesOf } from "../send.js";
import { type Served, servedEndpoints } from "../servedEndpoints.js";

/** Whether the platform serves the endpoint set of the settings. */
export const endpointSet: Check = {
  name: "endpoint set",
  needs: ["settings", "acceptedToken"],
  async run(examination) {
    const { facts } = examination;
    const served = await servedEndpoints((path) => get(examination, path, facts.acceptedToken));
    return facts.settings?.endpoints === "extended" ? findingOfExtended(served) : findingOfDocumented(served);
  },
};

const notKnown: Finding = {
  status: "ok",
  message:
    "the platform responds to unknown paths and to unknown resources with the same 404, so doctor can't find out what it serves.",
};

const toDocumented = `set endpoints to documented: ${namesOf("endpoints")}`;

function findingOfExtended(served: Served): Finding {
  if (served === "unknown") return notKnown;
  if (served === "all") return { status: "ok", message: "extended, as set." };
  if (served === "none") {
    return {
      status: "failure",
      message: "endpoints is set to extended, but the platform serves only the documented endpoints.",
      cure: toDocumented,
    };
  }
  return {
    status: "failure",
    message: "endpoints is set to extended, but the platform serves only a part of the extended endpoints.",
    details: served.map((call) => `not served: ${call}`),
    cure: [toDocumented, "ask the platform's operator for the endpoints that are missing"],
  };
}

function findingOfDocumented(served: Served): Finding {
  if (served === "unknown") return notKnown;
  if (served === "none") return { status: "ok", message: "documented, as set." };
  if (served !== "all")
    return { status: "ok", message: "documented, as set; the platform serves a part of the extended ones." };
  return {
    status: "warning",
    message:
      "endpoints is set to documented, but the platform serves the extended endpoints too: reads by ID, updates and deletes.",
    cure: `set endpoints to extended, so that updates and deletes are possible: ${namesOf("endpoints")}`,
  };
}
