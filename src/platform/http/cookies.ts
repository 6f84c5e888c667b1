/** Returns the raw value of a cookie. Null if it is missing. */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [shown, ...value] = part.split('=');
    if (shown!.trim() === name) return value.join('=').trim();
  }
  return null;
}
