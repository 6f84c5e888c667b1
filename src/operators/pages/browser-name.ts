import { texts } from './texts.ts';

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

/**
 * Readable name for a `User-Agent`, such as `Firefox on Linux`. Unknown values are returned as sent, cut at 60 characters. A
 * missing value has its own text.
 */
export function browserName(userAgent: string | null | undefined): string {
  if (!userAgent) return texts.account.unknownBrowser;
  const named = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser) return system ? texts.account.browserOn(browser, system) : browser;
  return userAgent.length > MAX_LENGTH ? `${userAgent.slice(0, MAX_LENGTH).toWellFormed()}…` : userAgent;
}
