import type { Permission } from '../../registry.ts';

/**
 * Reads that need no objects: PostgreSQL computes the values, and the answer's JSON text is written around them in the shape
 * the query asked for. A projection says how each field of a GraphQL type is computed in SQL; a selection says which of them,
 * under which names. What lies between that and hydrated entities is parsing every row into objects only to write them out
 * again, which costs more than the query itself.
 */

/** How a field is computed: by an SQL expression over the row, as an object of its own, or as its arguments choose. */
export type ProjectedField = string | ProjectedObject | ProjectedChoice;

/**
 * A field whose arguments choose between a few SQL expressions over the row. Never anything of an argument itself: each
 * choice is a statement of its own, which every connection may hold.
 */
export interface ProjectedChoice {
  /** By the names of what may be chosen. */
  readonly choices: Readonly<Record<string, string>>;
  /** @param args as coerced; without any for who leaves the field to its resolver. */
  choose(args: Readonly<Record<string, unknown>>): string;
  /** Other fields of the type that the field's resolver reads. */
  readonly needs?: readonly string[];
}

export interface ProjectedObject {
  readonly object: Projection;
  /**
   * The SELECT that finds the object's row, at most one for each row around it. It is joined only when something of the object
   * is asked for; where it finds nothing, the object is null. Without it the object is made of the same row.
   */
  readonly rows?: string;
  /** A column with a JSON document, whose members the object's fields are, by their names; or a list of such objects. */
  readonly document?: string;
  /** For an object of the same row: SQL that is null where the object is. Without it there always is one. */
  readonly presence?: string;
}

interface ProjectionOptions {
  /** The GraphQL type it stands for, and what `__typename` answers. */
  typeName: string;
  /** What the SQL of the fields calls the row: the table's name, where it comes from one. */
  row: string;
  fields: Readonly<Record<string, ProjectedField>>;
  /** Fields that are null to whoever lacks a permission. Their resolver sees to it, and the compiled way leaves those to it. */
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

  /** How a field is computed; undefined for one that needs a resolver. */
  field(name: string): ProjectedField | undefined {
    return this.#fields.get(name);
  }

  /** What a viewer needs to be shown a field at all; undefined for what is shown to whoever gets this far. */
  shownFor(name: string): Permission | undefined {
    return this.#shownFor.get(name);
  }

  /**
   * Adds what a later feature adds to the type. Done once, where the features are put together.
   * @param shownFor the permission without which it is null
   */
  extend(name: string, field: ProjectedField, shownFor?: Permission): void {
    if (this.#fields.has(name)) throw new Error(`${this.typeName}.${name} is projected already`);
    this.#fields.set(name, field);
    if (shownFor !== undefined) this.#shownFor.set(name, shownFor);
  }

  /** Everything that is made of the row itself, under its own names: what there is without joining anything. */
  get ownSelection(): Selection {
    return [...this.#fields].flatMap(([name, field]): SelectedField[] => {
      if (typeof field === 'string' || 'choices' in field) return [{ key: name, name }];
      return field.rows || field.document ? [] : [{ key: name, name, selection: field.object.ownSelection }];
    });
  }
}

/** One field of the answer. `key` is the alias or the name; `selection` is there for objects, `choice` may be for choices. */
export interface SelectedField {
  readonly key: string;
  readonly name: string;
  readonly selection?: Selection;
  /** What its arguments chose; without it, what is chosen without any. */
  readonly choice?: string;
  /** Null to whoever lacks this permission. */
  readonly shownFor?: Permission;
  /** Null to whom the selection is for. */
  readonly isHidden?: boolean;
}

export type Selection = readonly SelectedField[];

/** A type whose objects stand in a JSON document: its fields are their members, those of `inner` objects in turn. */
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

/** An SQL string literal of a value from our own configuration. What callers send goes in as a parameter, always. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A UTC time, which is answered in milliseconds as GraphQL's DateTime writes it. */
export function isoTime(column: string): string {
  return `(${column} at time zone 'utc')`;
}
