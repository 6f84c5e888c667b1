import type { Permission } from '../../registry.ts';

/**
 * Reads without entities: PostgreSQL computes the values of the requested fields, and the response's JSON text is built from
 * them. A projection defines the SQL of each field of a GraphQL type; a selection names the requested fields. Creating entities
 * from rows, only to serialise them again, would cost more than the query itself.
 */

/**
 * SQL of a field: an expression over the row, an object with fields of its own, or an expression chosen by the field's arguments.
 */
export type ProjectedField = string | ProjectedObject | ProjectedChoice;

/**
 * A field whose arguments choose between a few SQL expressions. An argument's value must never be part of the SQL: each
 * expression makes another prepared statement, which every connection keeps.
 */
export interface ProjectedChoice {
  /** SQL expressions by name. */
  readonly choices: Readonly<Record<string, string>>;
  /** Returns the SQL for these arguments. @param args as coerced by graphql-js; empty if the resolver computes the field */
  choose(args: Readonly<Record<string, unknown>>): string;
  /** Other fields of the type that the field's resolver reads. */
  readonly needs?: readonly string[];
}

export interface ProjectedObject {
  readonly object: Projection;
  /**
   * SELECT that finds the object's row, at most one for each outer row. Joined only if a field of the object is requested. The
   * object is null if its row doesn't exist. Without `rows`, the object's fields come from the outer row.
   */
  readonly rows?: string;
  /** JSON column whose members are the object's fields by name, or a list of such objects. */
  readonly document?: string;
  /**
   * SQL that is null if the object is null, for an object whose fields come from the outer row. Without it, the object is never
   * null.
   */
  readonly presence?: string;
}

interface ProjectionOptions {
  /** Name of the GraphQL type, also returned as `__typename`. */
  typeName: string;
  /** Name of the row in the fields' SQL: usually the name of its table. */
  row: string;
  fields: Readonly<Record<string, ProjectedField>>;
  /**
   * Permissions by field. The field is null for callers without the permission. Compiled reads leave requests of such callers to
   * the resolvers.
   */
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

  /** Permission needed to see a field. Undefined if everyone who sees the row sees it. */
  shownFor(name: string): Permission | undefined {
    return this.#shownFor.get(name);
  }

  /**
   * Adds a field that a later feature defines, once, during composition. @param shownFor permission without which the field is
   * null
   */
  extend(name: string, field: ProjectedField, shownFor?: Permission): void {
    if (this.#fields.has(name)) throw new Error(`The projection of ${this.typeName} already has the field ${name}.`);
    this.#fields.set(name, field);
    if (shownFor !== undefined) this.#shownFor.set(name, shownFor);
  }

  /** Selection of all fields that need no join, under their own names. */
  get ownSelection(): Selection {
    return [...this.#fields].flatMap(([name, field]): SelectedField[] => {
      if (typeof field === 'string' || 'choices' in field) return [{ key: name, name }];
      return field.rows || field.document ? [] : [{ key: name, name, selection: field.object.ownSelection }];
    });
  }
}

/** A requested field. `key` is its alias or name. An object has a `selection`; a field with arguments can have a `choice`. */
export interface SelectedField {
  readonly key: string;
  readonly name: string;
  readonly selection?: Selection;
  /** SQL expression chosen by the field's arguments. Default: the expression for no arguments. */
  readonly choice?: string;
  /** Permission that the field needs. The field is null for callers without it. */
  readonly shownFor?: Permission;
  /** True if the field is null for the caller, who lacks the permission `shownFor`. */
  readonly isHidden?: boolean;
}

export type Selection = readonly SelectedField[];

/**
 * Makes the projection of a type whose objects are in a JSON document: each field is the member with its name. Includes the
 * fields of `inner` objects.
 */
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

/** SQL of a UTC time as a `timestamp`, which `columnType` formats for the GraphQL scalar DateTime. */
export function isoTime(column: string): string {
  return `(${column} at time zone 'utc')`;
}
