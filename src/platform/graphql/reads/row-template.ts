import type { TextRow } from '../../database/database.ts';
import { columnType } from './column-values.ts';
import type { Columns } from './columns.ts';
import type { Projection, Selection } from './projection.ts';

/** Parts of an object in the response, in order: constants, columns and inner objects. */
export type RowTemplate = readonly TemplatePart[];

interface TemplatePart {
  readonly key: string;
  /** Constant value. */
  readonly constant?: string | null;
  /** Index of the column with the value. For an object, a column that is null if the object is null. */
  readonly column?: number;
  readonly object?: RowTemplate;
  /** Selects the requested members of a JSON document in the column. */
  readonly select?: (document: unknown) => unknown;
}

/** Makes the template of an object for the requested fields. Adds the SQL columns that it needs to `columns`. */
export function rowTemplate(projection: Projection, selection: Selection, columns: Columns): RowTemplate {
  return selection.map(({ key, name, selection: below = [], choice, isHidden }): TemplatePart => {
    if (isHidden) return { key, constant: null };
    if (name === '__typename') return { key, constant: projection.typeName };
    const projected = projection.field(name);
    if (projected === undefined) throw new Error(`The projection of ${projection.typeName} has no field ${name}.`);
    if (typeof projected === 'string') return { key, column: columns.indexOf(projected) };
    if ('choices' in projected) {
      return { key, column: columns.indexOf(projected.choices[choice ?? projected.choose({})]!) };
    }
    const { object, rows, presence, document } = projected;
    if (document) {
      return { key, column: columns.indexOf(document), select: (value) => selected(value, object, below) };
    }
    const level = rows ? columns.joined(projected) : columns;
    return {
      key,
      object: rowTemplate(object, below, level),
      ...(rows && { column: level.indexOf('true') }),
      ...(presence && { column: level.indexOf(presence) }),
    };
  });
}

/** Copies the requested members of a JSON document, in the order of the selection. Missing members become null. */
function selected(value: unknown, projection: Projection, selection: Selection): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => selected(one, projection, selection));
  const members = value as Record<string, unknown>;
  // Uses `fromEntries`, because assigning the key `__proto__` would change the object's prototype.
  return Object.fromEntries(
    selection.map(({ key, name, selection: below = [] }) => {
      if (name === '__typename') return [key, projection.typeName];
      const projected = projection.field(name);
      if (typeof projected === 'object' && 'object' in projected)
        return [key, selected(members[name], projected.object, below)];
      return [key, members[name] ?? null];
    }),
  );
}

/**
 * Makes a function that writes rows as JSON text. PostgreSQL's `json_agg` of fifty rows would take longer than reading and
 * sending them. Keys are GraphQL names, so they need no escaping.
 */
export function rowWriter(template: RowTemplate): (types: readonly number[]) => (row: TextRow) => string {
  const texts = [''];
  const columns: number[] = [];
  const inside: (ReturnType<typeof rowWriter> | null)[] = [];
  const selects: TemplatePart['select'][] = [];
  add(template);
  const end = texts.pop()!;

  return (types) => {
    const writers = columns.map((column, place): ((text: string, row: TextRow) => string) => {
      const write = inside[place]?.(types);
      const select = selects[place];
      if (select) return (text) => JSON.stringify(select(JSON.parse(text)));
      return write ? (_presence, row) => write(row) : columnType(types[column]!).json;
    });
    return (row) => {
      let json = '';
      for (let place = 0; place < columns.length; place++) {
        const text = row[columns[place]!]!;
        json += texts[place]! + (text === null ? 'null' : writers[place]!(text, row));
      }
      return json + end;
    };
  };

  /** Adds the parts of an object that is never null to the constant text; other objects are written only if they aren't null. */
  function add(parts: RowTemplate): void {
    append('{');
    for (const [place, { key, constant, column, object, select }] of parts.entries()) {
      append(`${place > 0 ? ',' : ''}"${key}":`);
      if (constant !== undefined) append(JSON.stringify(constant));
      else if (column === undefined) add(object ?? []);
      else {
        columns.push(column);
        inside.push(object ? rowWriter(object) : null);
        selects.push(select);
        texts.push('');
      }
    }
    append('}');
  }

  function append(text: string): void {
    texts[texts.length - 1] += text;
  }
}

/**
 * Makes a function that converts rows to objects at a sixth of the cost of parsing JSON text. Only for templates whose keys the
 * service chose, because assigning the key `__proto__` would change an object's prototype.
 */
export function rowReader(template: RowTemplate, types: readonly number[]): (row: TextRow) => Record<string, unknown> {
  const keys = template.map((part) => part.key);
  const readers = template.map(({ constant, column, object, select }): ((row: TextRow) => unknown) => {
    if (constant !== undefined) return () => constant;
    const read = object && rowReader(object, types);
    if (column === undefined) return read ?? (() => ({}));
    if (read) return (row) => (row[column] === null ? null : read(row));
    const { value } = columnType(types[column]!);
    return (row) => {
      const text = row[column]!;
      if (text === null) return null;
      return select ? select(JSON.parse(text)) : value(text);
    };
  });
  return (row) => {
    const object: Record<string, unknown> = {};
    for (let place = 0; place < keys.length; place++) object[keys[place]!] = readers[place]!(row);
    return object;
  };
}
