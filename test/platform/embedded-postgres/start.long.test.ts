import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { ensureDatabase } from '../../../src/platform/database/database-roles.ts';
import { embeddedPostgres, modeOf, notes, query, until } from './embedded-postgres.ts';

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
  const it = embeddedPostgres();
  const { withDatabase, open, otherProcess } = it;

  describe('when it is first started', () => {
    test('makes a database that only its account may read, and keeps what is written', async () => {
      const server = await open();
      expect(server).toMatchObject({
        isOwner: true,
        relocatedTo: null,
        dataDirectory: path.join(it.dataDir, 'postgres'),
      });
      await query(server.url, "create table note (text text); insert into note values ('first')");
      await server.stop();

      const again = await open();

      expect(await notes(again.url)).toEqual(['first']);
      expect(modeOf(server.dataDirectory)).toBe('700');
      expect(modeOf(path.join(it.dataDir, 'secrets'))).toBe('700');
      expect(modeOf(path.join(it.dataDir, 'secrets/postgres-password'))).toBe('600');
      expect(modeOf(path.join(it.dataDir, 'secrets/postgres-superuser-password'))).toBe('600');
      expect(await query(again.url, "select current_setting('is_superuser') as super")).toEqual([{ super: 'off' }]);
      expect(modeOf(path.join(it.dataDir, 'postgres.json'))).toBe('600');
      await again.stop();
      expect(readdirSync(it.dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('sets aside what a start left that was killed while it made the database', async () => {
      const draft = path.join(it.dataDir, 'postgres.new');
      mkdirSync(draft);
      writeFileSync(path.join(draft, 'PG_VERSION'), '18\n');
      writeFileSync(`${draft}.password`, 'from an earlier start');

      const server = await open();

      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(readdirSync(it.dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
    });

    test('tells why initdb fails, and leaves nothing half made', async () => {
      const wrapper = ['sh', '-c', 'ulimit -f 64 && exec "$@"', 'sh'];

      await expect(otherProcess({ wrapper })).rejects.toThrow(/initdb failed: .*File too large/s);

      expect(readdirSync(it.dataDir)).toEqual(['secrets']);
    });
  });

  describe('when it cannot start', () => {
    beforeEach(withDatabase);

    test('tells the end of its log, never the password', async () => {
      const password = readFileSync(path.join(it.dataDir, 'secrets/postgres-superuser-password'), 'utf8').trim();
      appendFileSync(path.join(it.dataDir, 'postgres.log'), 'from an earlier start\n');

      const error = await open({ settings: { shared_buffers: 'plenty' } }).catch((reason: Error) => reason);

      expect(error).toMatchObject({ message: expect.stringContaining('invalid value for parameter "shared_buffers"') });
      expect(String(error)).not.toContain('from an earlier start');
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(password);
      expect(readdirSync(it.dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('says at once when the password that was kept is not the database’s', async () => {
      const file = path.join(it.dataDir, 'secrets/postgres-superuser-password');
      writeFileSync(file, 'another\n');

      await expect(open()).rejects.toThrow(`a password other than the one in ${file}`);
    });

    test('takes the service’s password from its file, also when that was lost', async () => {
      rmSync(path.join(it.dataDir, 'secrets/postgres-password'));

      const server = await open();

      expect(await notes(server.url)).toEqual(['kept']);
    });

    test('writes no password into its log when it cannot set one', async () => {
      const server = await open();
      const client = new pg.Client({ connectionString: server.superuserUrl });
      await client.connect();
      await client.query('set default_transaction_read_only = on');

      await expect(
        ensureDatabase(
          client,
          { name: 'imprimatur', password: 'hunter2' },
          { name: 'imprimatur_service', password: 'hunter3' },
        ),
      ).rejects.toThrow('read-only');

      await client.end();
      const log = readFileSync(path.join(it.dataDir, 'postgres.log'), 'utf8');
      expect(log).toContain('cannot execute ALTER ROLE');
      expect(log).not.toContain('hunter');
    });

    test.each(['PG_VERSION', 'global/pg_control'])(
      'keeps a damaged database that lacks %s, and says so',
      async (file) => {
        rmSync(path.join(it.dataDir, 'postgres', file));

        await expect(open()).rejects.toThrow(
          `${path.join(it.dataDir, 'postgres')} doesn't contain a complete PostgreSQL database`,
        );

        expect(existsSync(path.join(it.dataDir, 'postgres/base'))).toBe(true);
      },
    );

    test('cuts its log when that has grown too long', async () => {
      const log = path.join(it.dataDir, 'postgres.log');
      const server = await open();

      truncateSync(log, 10_000_001);
      await until(() => statSync(log).size < 10_000);

      await query(server.url, 'select no_such_column').catch(() => {});
      expect(readFileSync(log, 'utf8')).toContain('no_such_column');
    });
  });
});
