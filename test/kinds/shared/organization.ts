/** What is the same for all records of an organization that services refer to. */
import type { Values } from "../../provider.js";
import type { Changes } from "../argumentsRecord.js";
import { ownCalls } from "./calls.js";
import { fixtureOf } from "./fixture.js";
import { ids } from "./ids.js";
import { described, edited, written } from "./service.js";
import { extended, none } from "./sets.js";
import { asProgram } from "./spelling.js";

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
  const text = "description" in request ? described : named;
  return {
    ...ofOrganization,
    fixture: fixtureOf({
      ...{ kind, path: { organizationId: ids.organization }, request, response, outputs, isPlaceUntold: true },
      variants: variants.map(({ title, ...each }) => ({ title, request: each as Values })),
    }),
    ...organizationCalls(segment, String(response.id), { [text.arg]: "another" }),
    lifecycle: {
      args: ({ organization }: { readonly organization: string }) => ({
        ...{ ...asProgram(request), organizationId: organization },
        ...(text === described && { description: written }),
      }),
      edited: text,
      edits: () => [{ [text.arg]: edited }],
      removed: { arg: removed, wire: removed },
      // A platform for tests has one organization.
      replacements: () => [],
    },
    bodies: {
      first: () => ({ ...request, name: "first" }),
      other: () => ({ ...request, name: "other" }),
      text: [text.arg],
      ...(text === named && { longest: 128 }),
      number: ["name"],
    },
  };
}
