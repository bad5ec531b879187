/** How the site ranks what it finds. VitePress writes these functions into the pages as text, so they use nothing outside themselves. */

/** Words of a question that occur everywhere. */
const processTerm = (term: string): string | null =>
  /^(an?|the|is|are|was|were|do|does|i|how|what|which|why|to|of|in|my)$/i.test(term) ? null : term.toLowerCase();

/** Codes such as `AP3004` resemble each other, so only words may be misspelled. */
const fuzzy = (term: string): number | false => (/\d/.test(term) ? false : 0.2);

/** A page comes before sections of others with the same words, and the reference's last, since each kind repeats them. */
const boostDocument = (id: string, _term: string, section?: Record<string, unknown>): number => {
  const isPage = (section?.titles as readonly string[] | undefined)?.length === 0;
  if (/\/reference\//.test(id)) return isPage ? 0.9 : 0.6;
  return isPage ? 1.6 : 1;
};

export const search = { miniSearch: { searchOptions: { processTerm, fuzzy, boostDocument } } };
