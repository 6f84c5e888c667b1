/** What was run on a day, as far as it is known. */
export interface DayOfMoney {
  group?: string | null;
  runs: number;
  chargedMicros: number;
  runsOfUnknownCost: number;
}

export interface DayDrawn extends DayOfMoney {
  day: string;
  /** All of the month until the end of that day. */
  soFarMicros: number;
}

/** Every day of a month from its first to the present one, with what was spent until then. Days without a run cost nothing. */
export function daysSoFar(month: string, today: string, days: readonly DayOfMoney[]): DayDrawn[] {
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

/** How many days a month has. */
export function lengthOf(month: string): number {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number!, 0)).getUTCDate();
}
