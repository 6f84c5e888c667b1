/** Suggests a name for the log that replaces another one: `log2.example.org` after `log1.example.org`. */
export function nextLogName(origin: string): string {
  const [, number, host] = /^log(\d{1,6})\.(.+)$/.exec(origin) ?? [];
  return number === undefined ? `log2.${origin}` : `log${Number(number) + 1}.${host}`;
}
