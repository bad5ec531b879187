/** What is the same for all records of an organization that services refer to. */
import { ids } from "./ids.js";
import { extended, none } from "./sets.js";

const organization = `/organization/${ids.organization}`;

export const ofOrganization = {
  served: { create: extended, read: extended, update: extended, clone: none, delete: extended },
  service: { notApplicable: "It belongs to the organization, and is never deployed." },
  /** A platform for tests has one organization. */
  replacements: () => [],
  existing: { notApplicable: "It has too few settings for an adoption that keeps some of them." },
  undocumented: { notApplicable: "The API document has no call that creates it: a preview refuses to." },
} as const;

/** The calls of such a record: every path names the organization. */
export function organizationCalls(segment: string, id: string, edit: Readonly<Record<string, string>>) {
  const all = `${organization}/${segment}`;
  const one = `${all}/${id}`;
  return {
    extendedCalls: [
      `POST /organization/{}/${segment}`,
      `GET /organization/{}/${segment}`,
      `GET /organization/{}/${segment}/{}`,
      `PUT /organization/{}/${segment}/{}`,
      `DELETE /organization/{}/${segment}/{}`,
    ],
    calls: {
      id,
      documented: ofOrganization.undocumented,
      extended: {
        create: [`POST ${all}`],
        read: [`GET ${one}`],
        update: [`GET ${one}`, `PUT ${one}`],
        delete: [`DELETE ${one}`],
        edit,
      },
    },
  };
}
