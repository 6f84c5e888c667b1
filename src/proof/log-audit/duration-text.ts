/** A duration as text, such as `3 days`: in the largest unit of which it has at least two, otherwise in seconds. */
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
