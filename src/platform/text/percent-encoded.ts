/** True if the percent escapes of the text are valid UTF-8, as `decodeURIComponent` requires. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
