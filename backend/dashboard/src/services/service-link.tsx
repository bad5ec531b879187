import { addressOf } from "../routing/route.js";

/** A link to a service. Its name may be in any script, so it must not turn the text around it. */
export function ServiceLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <a href={addressOf.service(id)} title={name}>
      <bdi>{name}</bdi>
    </a>
  );
}
