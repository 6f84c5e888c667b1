import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as z from 'zod/mini';

// Turns off Zod's compiled validators: the page's content security policy forbids `new Function`, and trying it would log an
// error to the console.
z.config({ jitless: true });

/** Query parameters of the URL: a text, or a list for a repeated name. */
export type Search = Record<string, string | string[] | undefined>;

export function parseSearch(text: string): Search {
  const given = new URLSearchParams(text);
  const search: Search = {};
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    search[name] = values.length > 1 ? values : values[0];
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === undefined || one === null || one === '' ? [] : [[name, String(one)]])),
    ),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

/** Field types of filters. Invalid values in the URL are ignored. */
export const field = {
  text: (maxLength = 200) => optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))),
  /** Filter with several texts, one of which must match. */
  texts: (maxLength = 200) => listOf(z.string().check(z.minLength(1), z.maxLength(maxLength))),
  oneOf: <const Values extends readonly [string, ...string[]]>(values: Values) => optional(z.enum(values)),
  someOf: <const Values extends readonly [string, ...string[]]>(values: Values) => listOf(z.enum(values)),
  /** Filter with a day in the user's time zone, e.g. `2026-11-23`. */
  day: () => optional(z.iso.date()),
  flag: () => optional(z.enum(['true', 'false'])),
};

function optional<Schema extends z.core.SomeType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

function listOf<Schema extends z.core.SomeType>(schema: Schema) {
  const list = z.pipe(
    // biome-ignore lint/suspicious/noExplicitAny: the next check validates the result
    z.transform((value: unknown): any => (value === undefined ? undefined : [value].flat())),
    z.optional(z.array(schema)),
  );
  return z.catch(list, undefined);
}

/** Declares the filters of a list: `filtersOf({ outcome: field.someOf(['DONE', 'REFUSED']) })`. */
export const filtersOf = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape);

/** Names of the filters that have one text, not a list. */
type TextName<Filters> = {
  [Name in keyof Filters]-?: Filters[Name] extends string | undefined ? Name : never;
}[keyof Filters] &
  string;

type FilterValue = string | readonly string[] | null | undefined;

/** Filters of a list, kept in the query string. Each change adds an entry to the browser's history and shows the first page. */
export function useFilters<Schema extends z.ZodMiniObject>(schema: Schema) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const names = Object.keys(schema.shape);
  const filters = useMemo(() => z.parse(schema, search) as z.infer<Schema>, [schema, search]);
  const values = filters as Search;
  const change = (changes: Record<string, FilterValue>) =>
    navigate({
      to: '.',
      search: (before: Search) => ({ ...before, ...changes, after: undefined, before: undefined }),
      resetScroll: false,
    });
  const set = (changes: Partial<Record<keyof z.infer<Schema>, FilterValue>>) => change(changes);
  /** Props (`value`, `onChange`) of the input for one filter. */
  const bind = (name: TextName<z.infer<Schema>>) => ({
    value: [values[name]].flat()[0],
    onChange: (value: string | null) => void change({ [name]: value }),
  });
  const isFiltered = names.some((name) => values[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  return { filters, set, bind, isFiltered, clear };
}

/** Query variables for the page of a list that the URL names. */
export function usePage(size = 20): { first?: number; after?: string; last?: number; before?: string } {
  const { after, before }: Search = useSearch({ strict: false });
  return useMemo(() => {
    if (typeof before === 'string') return { last: size, before };
    return typeof after === 'string' ? { first: size, after } : { first: size };
  }, [after, before, size]);
}
