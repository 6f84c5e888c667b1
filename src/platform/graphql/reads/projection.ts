import type { Permission } from '../../registry.ts';

/**
 * Reads without objects: PostgreSQL computes the values, and the response's JSON text is built around them in the shape of the
 * query. A projection defines the SQL of each field of a GraphQL type; a selection names the requested fields. Hydrating
 * entities from rows, only to serialise them again, would cost more than the query itself.
 */

/** SQL of a field: an expression over the row, an object of its own, or a choice by its arguments. */
export type ProjectedField = string | ProjectedObject | ProjectedChoice;

/**
 * A field whose arguments choose between a few SQL expressions. An argument's value must never be part of the SQL: each choice
 * is a statement of its own, which every connection can hold.
 */
export interface ProjectedChoice {
  /** Expressions by name. */
  readonly choices: Readonly<Record<string, string>>;
  /** @param args as coerced; empty if the resolver computes the field */
  choose(args: Readonly<Record<string, unknown>>): string;
  /** Other fields of the type that the field's resolver reads. */
  readonly needs?: readonly string[];
}

export interface ProjectedObject {
  readonly object: Projection;
  /**
   * SELECT that finds the object's row, at most one for each outer row. Joined only if a field of the object is requested; the
   * object is null if no row is found. Without it, the object's fields come from the outer row.
   */
  readonly rows?: string;
  /** JSON column whose members are the object's fields by name, or a list of such objects. */
  readonly document?: string;
  /** SQL that is null if the object is null, for an object of the outer row. Without it, the object always exists. */
  readonly presence?: string;
}

interface ProjectionOptions {
  /** Name of the GraphQL type, also returned as `__typename`. */
  typeName: string;
  /** Name of the row in the fields' SQL: the table's name, if it comes from one. */
  row: string;
  fields: Readonly<Record<string, ProjectedField>>;
  /** Fields that are null for callers without a permission. Compiled reads leave them to their resolver. */
  shownFor?: Readonly<Record<string, Permission>>;
}

export class Projection {
  readonly typeName: string;
  readonly row: string;
  readonly #fields: Map<string, ProjectedField>;
  readonly #shownFor: Map<string, Permission>;

  constructor({ typeName, row, fields, shownFor = {} }: ProjectionOptions) {
    this.typeName = typeName;
    this.row = row;
    this.#fields = new Map(Object.entries(fields));
    this.#shownFor = new Map(Object.entries(shownFor));
  }

  /** SQL of a field. Undefined if it needs a resolver. */
  field(name: string): ProjectedField | undefined {
    return this.#fields.get(name);
  }

  /** Permission needed to see a field. Undefined if all viewers of the row see it. */
  shownFor(name: string): Permission | undefined {
    return this.#shownFor.get(name);
  }

  /** Adds a field of a later feature, once, during composition. @param shownFor permission without which it is null */
  extend(name: string, field: ProjectedField, shownFor?: Permission): void {
    if (this.#fields.has(name)) throw new Error(`The projection of ${this.typeName} already has the field ${name}.`);
    this.#fields.set(name, field);
    if (shownFor !== undefined) this.#shownFor.set(name, shownFor);
  }

  /** All fields that need no join, under their own names. */
  get ownSelection(): Selection {
    return [...this.#fields].flatMap(([name, field]): SelectedField[] => {
      if (typeof field === 'string' || 'choices' in field) return [{ key: name, name }];
      return field.rows || field.document ? [] : [{ key: name, name, selection: field.object.ownSelection }];
    });
  }
}

/** A selected field. `key` is its alias or name. Objects have a `selection`, choices can have a `choice`. */
export interface SelectedField {
  readonly key: string;
  readonly name: string;
  readonly selection?: Selection;
  /** Expression chosen by its arguments. Default: the one chosen without arguments. */
  readonly choice?: string;
  /** The field is null for callers without this permission. */
  readonly shownFor?: Permission;
  /** The field is null for the caller of this selection. */
  readonly isHidden?: boolean;
}

export type Selection = readonly SelectedField[];

/** A type whose objects are in a JSON document: its fields are their members, including those of `inner` objects. */
export function documentOf(
  typeName: string,
  members: readonly string[],
  inner: Record<string, Projection> = {},
): Projection {
  const fields = [
    ...members.map((name) => [name, name] as const),
    ...Object.entries(inner).map(([name, object]) => [name, { object, document: name }] as const),
  ];
  return new Projection({ typeName, row: '', fields: Object.fromEntries(fields) });
}

/** SQL string literal for constants of the code. Values from callers are always parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A UTC time, which the response has in milliseconds like GraphQL's DateTime. */
export function isoTime(column: string): string {
  return `(${column} at time zone 'utc')`;
}
