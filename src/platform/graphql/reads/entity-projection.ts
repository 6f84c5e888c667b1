import { type EntityClass, EntitySchema, t, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { getMetadataStorage } from 'type-graphql';
import type { Permission } from '../../names.ts';
import { isoTime, type ProjectedField, Projection } from './projection.ts';

interface EntityProjectionOptions {
  /** Fields that are computed, and columns whose field is declared by a resolver instead of the class. */
  fields?: Readonly<Record<string, ProjectedField>>;
  /** Fields that are null to callers without a permission. */
  shownFor?: Readonly<Record<string, Permission>>;
}

const naming = new UnderscoreNamingStrategy();

/**
 * The projection of an entity that is a GraphQL type too. Each field that the class declares and that is a column is read
 * from that column; everything else is in `options.fields`.
 * @throws for a class that isn't both
 */
export function entityProjection(entity: EntityClass<object>, { fields, shownFor }: EntityProjectionOptions = {}) {
  const row = naming.classToTableName(entity.name);
  return new Projection({
    typeName: typeNameOf(entity),
    row,
    fields: { ...columnsOf(entity, row), ...fields },
    shownFor,
  });
}

function columnsOf(entity: EntityClass<object>, row: string): Record<string, string> {
  const properties = propertiesOf(entity);
  const columns: Record<string, string> = {};
  for (const { name, target } of getMetadataStorage().fields) {
    const property = properties[name];
    if (!property || property.kind || !(entity === target || entity.prototype instanceof target)) continue;
    const column = `${row}.${property.fieldName ?? naming.propertyToColumnName(name)}`;
    columns[name] = property.type === t.datetime ? isoTime(column) : column;
  }
  return columns;
}

/** A property as `defineEntity` leaves it, before MikroORM fills in the rest. `kind` is only there for relations. */
interface DefinedProperty {
  type?: unknown;
  kind?: string;
  fieldName?: string;
}

function propertiesOf(entity: EntityClass<object>): Readonly<Record<string, DefinedProperty>> {
  const schema = EntitySchema.REGISTRY.get(entity);
  if (!schema) throw new Error(`${entity.name} isn’t an entity.`);
  return schema.meta.properties as Record<string, DefinedProperty>;
}

function typeNameOf(entity: EntityClass<object>): string {
  const type = getMetadataStorage().objectTypes.find(({ target }) => target === entity);
  if (!type) throw new Error(`${entity.name} isn’t a GraphQL type.`);
  return type.name;
}
