/** Returns the value of a cookie in a `Cookie` header, without decoding it. Null if the cookie is missing. */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [shown, ...value] = part.split('=');
    if (shown!.trim() === name) return value.join('=').trim();
  }
  return null;
}
