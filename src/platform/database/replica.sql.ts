import type { Database } from './database.ts';

/** Identity of a database cluster's state: replicas of one primary agree in all three. */
export interface ClusterIdentity {
  /** Number that `initdb` gave the cluster. */
  system: string;
  /** Number that each promotion of a replica increments. */
  timeline: string;
  /** Id of the database in its cluster. */
  database: string;
}

/** State of a server, with its position in the write-ahead log. */
export interface ServerPosition extends ClusterIdentity {
  /** Position up to which changes were written or, at a replica, replayed. Text such as `0/3000148`. */
  position: string;
  isReplica: boolean;
}

const DATABASE = '(select oid from pg_database where datname = current_database())::text';
const SYSTEM = '(select system_identifier from pg_control_system())::text';

const PRIMARY = {
  name: 'replica_primary',
  text: `select ${SYSTEM}, ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int::text, ${DATABASE},
    pg_current_wal_lsn()::text`,
};

/** Reads the position of the primary. @throws if the server is a replica */
export async function readPrimaryPosition(database: Database): Promise<ServerPosition> {
  const [system, timeline, name, position] = (await database.readRow<string[]>(PRIMARY, []))!;
  return { system: system!, timeline: timeline!, database: name!, position: position!, isReplica: false };
}

// The receiver's columns are null for accounts without the role pg_read_all_stats. The control file then has the timeline of the
// last restart point, which can be older.
const REPLICA = {
  name: 'replica_position',
  text: `select ${SYSTEM}, coalesce((select received_tli from pg_stat_wal_receiver),
      (select timeline_id from pg_control_checkpoint()))::text, ${DATABASE},
    coalesce(pg_last_wal_replay_lsn(), '0/0')::text, pg_is_in_recovery()`,
};

/** Reads the position of a replica, or of a former replica that was promoted. */
export async function readReplicaPosition(database: Database): Promise<ServerPosition> {
  const [system, timeline, name, position, isReplica] = (await database.readRow<
    [string, string, string, string, boolean]
  >(REPLICA, []))!;
  return { system, timeline, database: name, position, isReplica };
}
