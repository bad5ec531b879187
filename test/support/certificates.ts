/** Certificates of servers for tests, as an organization issues them. */
import { generate } from "selfsigned";

export interface IssuedCertificate {
  readonly key: string;
  readonly cert: string;
}

interface Wishes {
  /** Host names in it; `localhost` by default. */
  readonly hosts?: readonly string[];
  /** Who issues it; by default, itself. */
  readonly authority?: IssuedCertificate;
  readonly from?: Date;
  readonly until?: Date;
}

export async function certificate({ hosts = ["localhost"], authority, from, until }: Wishes = {}) {
  return issued(hosts[0] as string, {
    extensions: [{ name: "subjectAltName", altNames: hosts.map((value) => ({ type: 2 as const, value })) }],
    ...(authority && { ca: authority }),
    ...(from && { notBeforeDate: from }),
    ...(until && { notAfterDate: until }),
  });
}

/** Issues certificates; nobody knows it. */
export function certificateAuthority(): Promise<IssuedCertificate> {
  return issued("An authority", {
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
}

async function issued(name: string, options: Parameters<typeof generate>[1]): Promise<IssuedCertificate> {
  const { private: key, cert } = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    ...options,
  });
  return { key, cert };
}
