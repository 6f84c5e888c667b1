const DEFAULT_WAIT_SECONDS = 20;

/** Time that the caller wants to wait for a result, from the header `Prefer` (RFC 7240). */
export interface WaitPreference {
  /** Seconds to wait for a result. Without a readable `wait` in the header: 0 for `respond-async`, otherwise 20. */
  waitSeconds: number;
  /** Seconds that the header states as `wait`. Null if it doesn't. */
  wait: number | null;
  isAsync: boolean;
}

/** Parses the header `Prefer`: `wait=N` and `respond-async`, which without `wait` means not to wait. */
export function waitPreferenceOf(prefer = ''): WaitPreference {
  const seconds = /(?:^|[,;]\s*)wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer)?.[1];
  const wait = seconds === undefined ? null : Number(seconds);
  const isAsync = /(?:^|,)\s*respond-async\s*(?:[,;=]|$)/i.test(prefer);
  return { waitSeconds: wait ?? (isAsync ? 0 : DEFAULT_WAIT_SECONDS), wait, isAsync };
}

/** Value of the header `Preference-Applied`: `wait` with the granted seconds, and `respond-async` if the result comes later. */
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

/** Value of the header `Link` with the URL of the next page (RFC 8288), including the filters. */
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
