import type { Config } from '../config/config.ts';
import type { AccountPowers } from '../database/account-powers.ts';
import { telemetryConfig } from '../telemetry/telemetry.config.ts';
import { formatCount } from '../text/plural.ts';
import type { ServiceCapability } from './capability.ts';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Capabilities of the platform itself. */
export function platformCapabilities(config: Config, publicUrl: string, powers: AccountPowers): ServiceCapability[] {
  const { sendsTraces, sendsMetrics } = config.of(telemetryConfig);
  const { corsOrigins, persistedDocuments } = config;
  const isReached = !LOOPBACK.test(new URL(publicUrl).hostname);
  return [
    {
      name: 'database',
      group: 'SERVICE',
      title: 'Database',
      connection: 'database',
      variables: ['DATABASE_URL', 'DATABASE_DIRECT_URL'],
      description: 'Stores everything except picture files.',
      check: () =>
        config.databaseUrl === null
          ? {
              state: 'ON',
              detail: 'The database is the embedded PostgreSQL on this machine.',
              remedy: 'Connect your own PostgreSQL (`DATABASE_URL`) to run several processes or make your own backups.',
            }
          : { state: 'ON', detail: 'The database is your own PostgreSQL server.', remedy: null },
    },
    {
      name: 'database-account',
      group: 'SERVICE',
      title: 'Restricted database account',
      variables: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
      description: 'Serves with a database account that can’t alter tables or change insert-only rows.',
      async check() {
        const sentence = await powers.sentence();
        return sentence === null
          ? {
              state: 'ON',
              detail: 'The database account of the service has only the privileges that it needs.',
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: `${sentence}.`,
              remedy: 'Use separate accounts for `DATABASE_URL` and `DATABASE_OWNER_URL` (`docs/database.md`).',
            };
      },
    },
    {
      name: 'read-replica',
      group: 'SERVICE',
      title: 'Read replica',
      connection: 'replica',
      variables: ['DATABASE_REPLICA_URL'],
      description: 'Reads lists, pages and exports from a replica of the database.',
      check: () =>
        config.databaseReplicaUrl === null
          ? {
              state: 'NOT_CONFIGURED',
              detail: 'Everything is read from the primary.',
              remedy: 'Set `DATABASE_REPLICA_URL` to a replica if lists and exports load the primary.',
            }
          : {
              state: 'ON',
              detail: 'Lists, pages and exports are read from a replica while it is at most 2 seconds behind.',
              remedy: null,
            },
    },
    {
      name: 'storage',
      group: 'SERVICE',
      title: 'Picture storage',
      connection: 'storage',
      description: 'Stores picture files.',
      variables: ['STORAGE_URL'],
      check: () =>
        'folder' in config.storage
          ? { state: 'ON', detail: 'Picture files are in a folder on this machine.', remedy: null }
          : { state: 'ON', detail: 'Picture files are in a bucket of an S3-compatible store.', remedy: null },
    },
    {
      name: 'jobs',
      group: 'SERVICE',
      title: 'Background jobs',
      connection: 'queue',
      description: "Runs renders, time stamps and other work that callers don't wait for.",
      check: () => ({ state: 'ON', detail: 'Jobs are queued in the database.', remedy: null }),
    },
    {
      name: 'public-address',
      group: 'SERVICE',
      title: 'Public address',
      variables: ['PUBLIC_URL', 'HOST'],
      description: 'Start of all links to pictures, seals and partner pages.',
      check: () =>
        isReached
          ? {
              state: 'ON',
              detail: 'Links start with a public address, not with one of this machine only.',
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Links work only on this machine.',
              remedy: 'Set `PUBLIC_URL` to the address at which others reach the service, before you share links.',
            },
    },
    {
      name: 'other-origins',
      group: 'SERVICE',
      title: 'Calls from other websites',
      variables: ['CORS_ORIGINS'],
      description: 'Lets browsers call the service from pages of other origins.',
      check: () =>
        corsOrigins.length > 0
          ? {
              state: 'ON',
              detail: `Pages of ${formatCount(corsOrigins.length, 'origin')} can call the service.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: "Pages of other origins can't call the service.",
              remedy: "List their origins in `CORS_ORIGINS`. Programs don't need this.",
            },
    },
    {
      name: 'known-documents',
      group: 'SERVICE',
      title: 'Known GraphQL documents',
      description: 'Documents that callers run by id.',
      variables: ['PERSISTED_DOCUMENTS', 'PERSISTED_DOCUMENTS_ONLY'],
      check: () =>
        persistedDocuments.known.size > 0
          ? {
              state: 'ON',
              detail: `${formatCount(persistedDocuments.known.size, 'GraphQL document')} can be run by id. Anonymous callers can run ${persistedDocuments.isClosed ? 'no others' : 'others too'}.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Callers send whole GraphQL documents, or the digest of a document that they sent before.',
              remedy: 'Set `PERSISTED_DOCUMENTS` to a file that lists the documents.',
            },
    },
    {
      name: 'telemetry',
      group: 'SERVICE',
      title: 'OpenTelemetry traces and metrics',
      description: 'Sends traces and metrics to your collector.',
      variables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
      check: () =>
        sendsTraces || sendsMetrics
          ? {
              state: 'ON',
              detail:
                sendsTraces && sendsMetrics
                  ? 'Traces and metrics are sent to the collector.'
                  : `${sendsTraces ? 'Traces' : 'Metrics'} are sent to the collector.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'No traces or metrics are sent.',
              remedy: 'Set `OTEL_EXPORTER_OTLP_ENDPOINT` to the address of your collector.',
            },
    },
  ];
}
