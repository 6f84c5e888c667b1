/**
 * Reads that need no objects: PostgreSQL computes the values, and the answer's JSON text is written around them in the shape
 * the query asked for. A projection says how each field of a GraphQL type is computed in SQL; a selection says which of them,
 * under which names. What lies between that and hydrated entities is parsing every row into objects only to write them out
 * again, which costs more than the query itself.
 */

/** How a field is computed: an SQL expression, or an object made of more of them from the same row. */
export type ProjectedField = string | { object: Projection };

export interface Projection {
  /** The GraphQL type it stands for, and what `__typename` answers. */
  readonly typeName: string;
  /** Field name to SQL over the row. Fields that are not here need a resolver. */
  readonly fields: Readonly<Record<string, ProjectedField>>;
}

/** One field of the answer. `key` is the alias or the name; `selection` is there for objects. */
export interface SelectedField {
  readonly key: string;
  readonly name: string;
  readonly selection?: Selection;
}

export type Selection = readonly SelectedField[];

/** Everything a projection has, under its own names. */
export function wholeSelection(projection: Projection): Selection {
  return Object.entries(projection.fields).map(([name, field]) => ({
    key: name,
    name,
    ...(typeof field !== 'string' && { selection: wholeSelection(field.object) }),
  }));
}

/** An SQL string literal of a value from our own configuration. What callers send goes in as a parameter, always. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A UTC time, which is answered in milliseconds as GraphQL's DateTime writes it. */
export function isoTime(column: string): string {
  return `(${column} at time zone 'utc')`;
}
