const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_LENGTH = 60;

/** A `User-Agent` as a person would call it, such as `Firefox on Linux`; what is not known is shown as it was sent, cut short. */
export function browserName(userAgent: string | null | undefined): string {
  if (!userAgent) return 'An unknown program';
  const named = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.length > MAX_LENGTH ? `${userAgent.slice(0, MAX_LENGTH).toWellFormed()}…` : userAgent;
}
