import type { Config } from '../config/config.ts';
import { telemetryConfig } from '../telemetry/telemetry.config.ts';
import type { Capability } from './capability.ts';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** What every feature stands on. */
export function platformCapabilities(config: Config, publicUrl: string): Capability[] {
  const { sendsTraces, sendsMetrics } = config.of(telemetryConfig);
  const { corsOrigins, persistedDocuments } = config;
  const isReached = !LOOPBACK.test(new URL(publicUrl).hostname);
  return [
    {
      name: 'database',
      group: 'HOUSE',
      title: 'Database',
      connection: 'database',
      variables: ['DATABASE_URL'],
      description: 'Where everything is kept but the bytes of pictures.',
      check: () =>
        config.databaseUrl === null
          ? {
              state: 'ON',
              detail: 'The embedded PostgreSQL, beside the service on this machine.',
              remedy: 'For more than one process, or backups of your own, give it a PostgreSQL of yours.',
            }
          : { state: 'ON', detail: 'A PostgreSQL of your own.', remedy: null },
    },
    {
      name: 'storage',
      group: 'HOUSE',
      title: 'Storage of pictures',
      connection: 'storage',
      description: 'Where the bytes of pictures are kept.',
      variables: ['STORAGE_URL'],
      check: () => ({ state: 'ON', detail: 'A folder that this machine sees.', remedy: null }),
    },
    {
      name: 'jobs',
      group: 'HOUSE',
      title: 'Work in the background',
      connection: 'queue',
      description: 'Renders, time stamps and whatever else nobody should wait for.',
      check: () => ({ state: 'ON', detail: 'Queued in the database.', remedy: null }),
    },
    {
      name: 'public-address',
      group: 'HOUSE',
      title: 'Public address',
      variables: ['PUBLIC_URL', 'HOST'],
      description: 'What links to pictures, seals and partners begin with.',
      check: () =>
        isReached
          ? { state: 'ON', detail: 'Links begin with an address that others can reach.', remedy: null }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Links lead to this machine only.',
              remedy: 'Say how others reach the service, before links are handed out.',
            },
    },
    {
      name: 'other-origins',
      group: 'HOUSE',
      title: 'Calls from other web pages',
      variables: ['CORS_ORIGINS'],
      description: 'Pages of other origins that a browser lets call the service.',
      check: () =>
        corsOrigins.length > 0
          ? { state: 'ON', detail: `Pages of ${counted(corsOrigins.length, 'origin')} may call.`, remedy: null }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'No page of another origin may call.',
              remedy: 'List their origins. Programs need nothing of the kind.',
            },
    },
    {
      name: 'known-documents',
      group: 'HOUSE',
      title: 'Known GraphQL documents',
      description: 'Documents that callers name by their ids.',
      variables: ['PERSISTED_DOCUMENTS', 'PERSISTED_DOCUMENTS_ONLY'],
      check: () =>
        persistedDocuments.known.size > 0
          ? {
              state: 'ON',
              detail: `${counted(persistedDocuments.known.size, 'document')}; strangers may run ${persistedDocuments.isClosed ? 'no others' : 'others as well'}.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Callers send documents whole, or by their digests once they were sent.',
              remedy: 'Name a file that lists them.',
            },
    },
    {
      name: 'telemetry',
      group: 'HOUSE',
      title: 'Traces and metrics by OpenTelemetry',
      description: 'What is measured, sent to a collector of yours.',
      variables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
      check: () =>
        sendsTraces || sendsMetrics
          ? {
              state: 'ON',
              detail:
                sendsTraces && sendsMetrics ? 'Both are sent.' : `${sendsTraces ? 'Traces' : 'Metrics'} are sent.`,
              remedy: null,
            }
          : { state: 'NOT_CONFIGURED', detail: 'Nothing is sent anywhere.', remedy: 'Say where the collector is.' },
    },
  ];
}

/** `1 origin`, `3 origins`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
