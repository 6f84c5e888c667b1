const DEFAULT_WAIT_SECONDS = 20;

/** What a caller prefers to waiting (RFC 7240). */
export interface WaitPreference {
  /** How long an answer is worth waiting for; what was not stated, or cannot be read, is as usual. */
  waitSeconds: number;
  /** As it was stated. */
  wait: number | null;
  isAsync: boolean;
}

/** What `Prefer` says: `wait=N`, and `respond-async`, which by itself is not to wait at all. */
export function waitPreferenceOf(prefer = ''): WaitPreference {
  const seconds = /(?:^|[,;]\s*)wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer)?.[1];
  const wait = seconds === undefined ? null : Number(seconds);
  const isAsync = /(?:^|,)\s*respond-async\s*(?:[,;=]|$)/i.test(prefer);
  return { waitSeconds: wait ?? (isAsync ? 0 : DEFAULT_WAIT_SECONDS), wait, isAsync };
}

/**
 * Which preferences were followed. `wait` with as many seconds as were granted, `respond-async` when the answer is that there
 * will be one.
 */
export function preferenceApplied(
  { wait, isAsync }: WaitPreference,
  { isLater, maxWaitSeconds }: { isLater: boolean; maxWaitSeconds: number },
): Record<string, string> {
  const applied = [
    ...(isAsync && isLater ? ['respond-async'] : []),
    ...(wait === null ? [] : [`wait=${Math.min(wait, maxWaitSeconds)}`]),
  ];
  return applied.length === 0 ? {} : { 'Preference-Applied': applied.join(', ') };
}

/** RFC 8288. The filters stay in the link, so that following it needs nothing else. */
export function linkToNext(
  path: string,
  query: Record<string, unknown>,
  cursor: string | null,
): Record<string, string> {
  if (!cursor) return {};
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return { Link: `<${path}?${parameters}>; rel="next"` };
}
