/** A language with an optional script and region: `en`, `pt-BR`, `zh-Hant-TW`. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/**
 * Canonical form of a language tag by BCP 47, e.g. `pt-BR` for `PT-br`. Null if it isn't a language with an optional script and
 * region.
 */
export function languageTag(tag: string): string | null {
  const canonical = canonicalTag(tag);
  return canonical !== null && LANGUAGE.test(canonical) ? canonical : null;
}

/**
 * The available language that fits the wanted one: the same tag, otherwise the tag without its last parts, so that `en-US` finds
 * `en`. Null if none fits. Source: RFC 4647 section 3.4, lookup.
 */
export function lookUpLanguage(wanted: string, available: ReadonlySet<string>): string | null {
  const byTag = new Map([...available].map((tag) => [canonicalTag(tag) ?? tag, tag]));
  for (let parts = canonicalTag(wanted)?.split('-') ?? []; parts.length > 0; parts = shortened(parts)) {
    const found = byTag.get(parts.join('-'));
    if (found !== undefined) return found;
  }
  return null;
}

/** Removes the last part of a language tag, and a single-letter part that only introduced it, such as `x`. */
function shortened(parts: readonly string[]): string[] {
  const shorter = parts.slice(0, -1);
  return shorter.at(-1)?.length === 1 ? shorter.slice(0, -1) : shorter;
}

/** Canonical spelling of a language tag. Null if it isn't well-formed. */
function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
