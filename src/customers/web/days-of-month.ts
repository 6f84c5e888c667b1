/** Usage of a customer on one day. */
export interface DailyUsage {
  group?: string | null;
  runs: number;
  chargedMicros: number;
  runsOfUnknownCost: number;
}

export interface ChartDay extends DailyUsage {
  day: string;
  /** Sum of the charges from the start of the month to the end of this day. */
  soFarMicros: number;
}

/**
 * Days of a month with cumulative charges. For the current month, only the days up to today. Days without runs cost nothing.
 */
export function daysSoFar(month: string, today: string, days: readonly DailyUsage[]): ChartDay[] {
  const last = today.startsWith(month) ? Number(today.slice(8, 10)) : lengthOf(month);
  const known = new Map(days.map((day) => [day.group, day]));
  let soFarMicros = 0;
  return Array.from({ length: last }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    const { runs = 0, chargedMicros = 0, runsOfUnknownCost = 0 } = known.get(day) ?? {};
    soFarMicros += chargedMicros;
    return { day, runs, chargedMicros, runsOfUnknownCost, soFarMicros };
  });
}

/** Number of days in a month such as `2026-11`. */
export function lengthOf(month: string): number {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number!, 0)).getUTCDate();
}
