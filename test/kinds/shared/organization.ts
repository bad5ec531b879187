/** What is the same for all records of an organization that services refer to. */
import type { Values } from "../../support/provider.js";
import { fixtureOf } from "./fixture.js";
import { ids } from "./ids.js";
import { asProgram } from "./programFormat.js";
import { described, written } from "./service.js";

/** What the steps edit where the only text is its name. */
const named = { arg: "name", byHand: "by hand" } as const;

interface Recorded<Request extends Values> {
  readonly kind: string;
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
  const { kind, request, response, outputs = {}, variants = [], removed } = recorded;
  const text = "description" in request ? described : named;
  return {
    fixture: fixtureOf({
      ...{ kind, path: { organizationId: ids.organization }, request, response, outputs, isParentOmitted: true },
      variants: variants.map(({ title, ...each }) => ({ title, request: each as Values })),
    }),
    lifecycle: {
      args: ({ organization }: { readonly organization: string }) => ({
        ...{ ...asProgram(request), organizationId: organization },
        ...(text === described && { description: written }),
      }),
      edited: text,
      removed: { arg: removed },
    },
    bodies: {
      text: [text.arg],
      ...(text === named && { longest: 128 }),
      number: ["name"],
    },
  };
}
