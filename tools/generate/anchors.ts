/** Anchors of the generated pages, for the headings and the links to them. */

/** `min-running-instances` for `minRunningInstances`, `git-repository` for `GitRepository`. */
export function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

/** Of a type on the page of a kind. An argument may have the same name. */
export function typeAnchor(typeName: string): string {
  return `type-${kebab(typeName)}`;
}

/** Of an argument of the kind, or of a member of one of its types. */
export function memberAnchor(member: string, typeName?: string): string {
  return typeName === undefined ? kebab(member) : `${kebab(typeName)}-${kebab(member)}`;
}

/** Of an error on the page of errors. */
export function errorAnchor(code: string): string {
  return code.toLowerCase();
}

/** Text that stays text in a Markdown page: VitePress reads `<` as HTML and `{{` as Vue. Code is left as it is, where only `{{` counts. */
export function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((segment) => {
      const isCode = segment.startsWith("`") && segment.endsWith("`") && segment.length > 1;
      if (isCode) return segment.includes("{{") ? `<code v-pre>${escaped(segment.slice(1, -1))}</code>` : segment;
      return escaped(segment).replaceAll("{{", "&#123;&#123;");
    })
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
