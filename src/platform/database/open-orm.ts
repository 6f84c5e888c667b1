import { type MetadataStorage, MikroORM, type Options } from '@mikro-orm/postgresql';

/** Cache of MikroORM's metadata, one for each set of entities in this process. */
const discovered: { entities: readonly unknown[]; storage: MetadataStorage }[] = [];

/**
 * Opens the ORM for a database with these entities. MikroORM's discovery depends only on the entities and is the slowest part of
 * a start, so each process does it once, even if it opens several databases.
 */
export async function openOrm(options: Options): Promise<MikroORM> {
  const entities = options.entities ?? [];
  const known = discovered.find((one) => isSame(one.entities, entities));
  if (known) return withSharedMetadata(options, known.storage);
  const orm = await MikroORM.init(options);
  discovered.push({ entities: [...entities], storage: orm.getMetadata() });
  return orm;
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((entity, index) => entity === other[index]);

/**
 * Opens the ORM with cached metadata. The entities' prototypes are already prepared, because they are the same classes.
 * @returns an ORM whose `getMetadata` must not be used; use that of its entity manager
 */
function withSharedMetadata(options: Options, storage: MetadataStorage): MikroORM {
  const orm = new MikroORM({ ...options, discovery: { ...options.discovery, skipSyncDiscovery: true } });
  orm.driver.setMetadata(storage);
  orm.em = Object.assign(orm.driver.createEntityManager(), { global: true }) as MikroORM['em'];
  return orm;
}
