import { MikroORM } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { cloneDatabase } from '../support/database.ts';

test('the migrations make exactly what the entities say, and their snapshot agrees', async () => {
  const database = await cloneDatabase();
  const orm = await MikroORM.init(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));

  try {
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
    expect(await orm.migrator.checkSchema()).toBe(false);
    expect(await orm.migrator.getPending()).toEqual([]);
  } finally {
    await orm.close(true);
    await database.drop();
  }
});
