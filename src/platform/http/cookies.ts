/** The value of a cookie as it stands in the header; null where there is none of this name. */
export function cookieIn(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [shown, ...value] = part.split('=');
    if (shown!.trim() === name) return value.join('=').trim();
  }
  return null;
}
