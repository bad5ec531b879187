/** What is the same for all records of an organization that services refer to. */
import type { Value, Values } from "../../provider.js";
import type { Changes } from "../argumentsRecord.js";
import { ownCalls } from "./calls.js";
import { ids } from "./ids.js";
import { described, edited, written } from "./service.js";
import { extended, none } from "./sets.js";
import { asProgram, outputsOf } from "./spelling.js";

export const ofOrganization = {
  undocumented: { notApplicable: "The API document has no call that creates it: a preview refuses to." },
  served: { create: extended, read: extended, update: extended, clone: none, delete: extended },
  createdTwice: "name taken",
  service: { notApplicable: "It belongs to the organization, and is never deployed." },
  existing: { notApplicable: "It has too few settings for an adoption that keeps some of them." },
} as const;

/** The calls of such a record: every path names the organization. */
export const organizationCalls = (segment: string, id: string, edit: Values) => {
  const list = `/organization/${ids.organization}/${segment}`;
  return ownCalls(list, `${list}/${id}`, edit);
};

/** How another value of an argument changes it. */
export const changed: { readonly documented: Changes; readonly extended: Changes } = {
  documented: ["refused", { organizationId: "replace", name: "replace" }],
  extended: ["edit", { organizationId: "replace" }],
};

/** What the steps edit where the only text is its name. */
const named = { arg: "name", wire: "name", byHand: "by hand" } as const;

interface Recorded<Request extends Values> {
  readonly kind: string;
  readonly segment: string;
  readonly request: Request;
  readonly response: Values;
  /** Outputs that the response does not show. */
  readonly outputs?: Values;
  readonly variants?: readonly ({ readonly title: string } & Values)[];
  /** The argument that the steps remove. */
  readonly removed: string;
}

/** The parts of a record that follow from its request and its response. */
export function organizationRecord<Request extends Values>(recorded: Recorded<Request>) {
  const { kind, segment, request, response, outputs = {}, variants = [], removed } = recorded;
  const program = asProgram(request);
  const isDescribed = "description" in request;
  return {
    ...ofOrganization,
    fixture: {
      ...{ kind, title: "every field", path: { organizationId: ids.organization }, program, request, response },
      outputs: outputsOf(response, { organizationId: ids.organization, ...outputs }),
      isPlaceUntold: true as const,
      variants: variants.map(({ title, ...each }) => ({
        title,
        request: each,
        program: asProgram<Value>(each) as Values,
      })),
    },
    ...organizationCalls(segment, String(response.id), { [isDescribed ? "description" : "name"]: "another" }),
    lifecycle: {
      args: ({ organization }: { readonly organization: string }) => ({
        ...{ ...program, organizationId: organization },
        ...(isDescribed && { description: written }),
      }),
      edited: isDescribed ? described : named,
      edits: () => [{ [isDescribed ? "description" : "name"]: edited }],
      removed: { arg: removed, wire: removed },
      // A platform for tests has one organization.
      replacements: () => [],
    },
    bodies: {
      first: () => ({ ...request, name: "first" }),
      other: () => ({ ...request, name: "other" }),
      text: ["description"],
      number: ["name"],
    },
  };
}
