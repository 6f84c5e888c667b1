/** Range of a version's text in UTF-16 units. `end` is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Place in the query string of a page. Null if the numbers are missing or no range. */
export function placeIn(start: string | undefined, end: string | undefined): Place | null {
  if (start === undefined || end === undefined || !/^\d{1,9}$/.test(start) || !/^\d{1,9}$/.test(end)) return null;
  const place = { start: Number(start), end: Number(end) };
  return place.end > place.start ? place : null;
}
