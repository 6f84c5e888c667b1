/** True if the escapes of the text are UTF-8, as `decodeURIComponent` requires. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
