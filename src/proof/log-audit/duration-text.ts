/** `3 days`: in the largest unit with a count of at least two, else in seconds. */
export function durationText(seconds: number): string {
  const [length, unit] = (
    [
      [86_400, 'days'],
      [3_600, 'hours'],
      [60, 'minutes'],
    ] as const
  ).find(([length]) => seconds >= 2 * length) ?? [1, 'seconds'];
  return `${Math.floor(seconds / length)} ${unit}`;
}
