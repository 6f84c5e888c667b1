import { type MetadataStorage, MikroORM, type Options } from '@mikro-orm/postgresql';

/** What was found out about the entities of one database; one for each set of them that was opened in this process. */
const discovered: { entities: readonly unknown[]; storage: MetadataStorage }[] = [];

/**
 * An ORM for a database with these entities. What MikroORM finds out about them depends on nothing else, and takes it longer
 * than all else that it does at a start: so it is found out once in a process, however many databases are opened.
 */
export async function openOrm(options: Options): Promise<MikroORM> {
  const entities = options.entities ?? [];
  const known = discovered.find((one) => isSame(one.entities, entities));
  if (known) return likeAnother(options, known.storage);
  const orm = await MikroORM.init(options);
  discovered.push({ entities: [...entities], storage: orm.getMetadata() });
  return orm;
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((entity, index) => entity === other[index]);

/**
 * With what another has found out. The prototypes of the entities are as that one has left them: they are the same classes.
 * @returns one whose `getMetadata` is not to be asked: who needs it asks its entity manager
 */
function likeAnother(options: Options, storage: MetadataStorage): MikroORM {
  const orm = new MikroORM({ ...options, discovery: { ...options.discovery, skipSyncDiscovery: true } });
  orm.driver.setMetadata(storage);
  orm.em = Object.assign(orm.driver.createEntityManager(), { global: true }) as MikroORM['em'];
  return orm;
}
