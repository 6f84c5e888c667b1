interface NotAppliedDetail {
  readonly field: 'TITLE' | 'ALT' | 'SOURCE' | 'TAGS';
  readonly values: readonly string[];
  readonly reason: 'KEPT' | 'NOT_LIVE' | 'NOT_PERMITTED' | 'REMOVED' | 'TOO_MANY';
}

const FIELDS = { TITLE: 'Title', ALT: 'Description', SOURCE: 'Source', TAGS: 'Tags' } as const;
const REASONS = {
  KEPT: 'the picture keeps its own',
  NOT_LIVE: 'only a picture in use gets tags',
  NOT_PERMITTED: 'the requester can’t tag this picture',
  REMOVED: 'an operator removed them from this picture',
  TOO_MANY: 'the picture has no room for more tags',
} as const;

/** One sentence per detail that was not applied, with its reason. */
export function notAppliedSentences(details: readonly NotAppliedDetail[]): string[] {
  return details.map(
    ({ field, values, reason }) =>
      `${FIELDS[field]} not applied: ${values.map((value) => `“${value}”`).join(', ')}, because ${REASONS[reason]}.`,
  );
}
