/** Which requests of the log are shown. */
import { computed } from "@preact/signals";
import type { RequestSummary } from "../../../src/dashboard/contract.js";
import { requests } from "../platform/request-log.js";
import { choice } from "../routing/route.js";
import { distinct } from "../table/filters.js";
import { runOf, serviceLabel } from "./texts.js";

export const filter = {
  text: choice("search"),
  run: choice("run"),
  service: choice("service"),
  status: choice("status"),
  method: choice("method"),
  fault: choice("fault"),
};

const faultChoices = { any: "Any fault", none: "No fault" } as const;

export const noResponse = "No response";

/** `2xx` for 201: statuses are chosen by their class, or one by one. */
function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

function hasStatus({ status }: RequestSummary, chosen: string): boolean {
  if (chosen === "") return true;
  if (status === null) return chosen === noResponse;
  return String(status) === chosen || statusClass(status) === chosen;
}

function hasFault({ fault }: RequestSummary, chosen: string): boolean {
  if (chosen === "") return true;
  if (chosen === faultChoices.any) return fault !== null;
  return chosen === faultChoices.none ? fault === null : fault === chosen;
}

export const matching = computed<readonly RequestSummary[]>(() => {
  const { text, run, service, status, method, fault } = filter;
  const wanted = text.value.trim().toLowerCase();
  return requests.value.filter(
    (request) =>
      (run.value === "" || runOf(request) === run.value) &&
      (service.value === "" || serviceLabel(request) === service.value) &&
      hasStatus(request, status.value) &&
      (method.value === "" || request.method === method.value) &&
      hasFault(request, fault.value) &&
      (wanted === "" ||
        `${request.path} ${request.operation} ${request.who} ${request.sender?.agent} ${request.requestId}`
          .toLowerCase()
          .includes(wanted)),
  );
});

/** What the log has to choose from. */
export const choices = {
  service: computed(() => distinct(requests.value.map(serviceLabel))),
  method: computed(() => distinct(requests.value.map((request) => request.method))),
  status: computed(() =>
    distinct(
      requests.value.flatMap(({ status }) => (status === null ? [noResponse] : [String(status), statusClass(status)])),
    ),
  ),
  fault: computed(() => [
    faultChoices.any,
    faultChoices.none,
    ...distinct(requests.value.map((request) => request.fault ?? "")),
  ]),
};

export function clearFilter(): void {
  for (const value of Object.values(filter)) value.value = "";
}
