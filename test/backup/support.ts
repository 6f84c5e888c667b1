import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type CommandResult, Folder, imprimatur } from '../support/command.ts';
import { DataDir, type JsonAnswer, type ServiceProcess, startService } from '../support/service-process.ts';
import type { SwiftBucket } from '../support/swift-of-run.ts';

export const PASSPHRASE = 'correct horse battery staple';

/** Settings of a machine, over those of every test. */
export type Env = Record<string, string | undefined>;

/** A machine with a data folder, on which the service and its commands run. */
export class Machine {
  readonly dataDir = new DataDir();
  readonly env: Env;

  constructor(env: Env = {}) {
    this.env = { BACKUP_PASSPHRASE: PASSPHRASE, LOG_ORIGIN: 'log1.seals.example.org', ...env };
    onTestFinished(() => this.dataDir[Symbol.dispose]());
  }

  async start(env: Env = {}): Promise<ServiceProcess> {
    const service = await startService({ dataDir: this.dataDir, env: { ...this.env, ...env } });
    onTestFinished(() => service[Symbol.asyncDispose]());
    return service.ready();
  }

  run(args: string[], env: Env = {}): Promise<CommandResult> {
    return imprimatur(args, { DATA_DIR: this.dataDir.path, ...this.env, ...env });
  }

  /** Runs a command that must succeed. */
  async done(args: string[], env: Env = {}): Promise<CommandResult> {
    const result = await this.run(args, env);
    if (result.code !== 0)
      throw new Error(`${args.join(' ')} ended with ${result.code}.\n${result.stdout}\n${result.stderr}`);
    return result;
  }

  /** Loses a part of the data folder. */
  lose(...names: string[]): void {
    for (const name of names) rmSync(path.join(this.dataDir.path, name), { recursive: true, force: true });
  }

  /** Anchor of the chain that this machine remembers. */
  get anchor(): object {
    return JSON.parse(readFileSync(path.join(this.dataDir.path, 'log/anchor.json'), 'utf8'));
  }

  /** Checkpoint that this machine remembers. */
  get remembered(): string {
    return readFileSync(path.join(this.dataDir.path, 'log/checkpoint-1'), 'utf8');
  }
}

/** A folder for backups, which goes with the test. */
export function backupFolder(): string {
  const folder = new Folder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

/** URL of a bucket for backups. */
export const backupUrl = ({ bucket, endpoint }: SwiftBucket) =>
  `s3://${bucket}/backups?endpoint=${encodeURIComponent(endpoint)}`;

/** Ends a process as a power cut does. */
export async function killed(service: ServiceProcess): Promise<void> {
  service.kill('SIGKILL');
  await service.exited;
}

export function seal(service: ServiceProcess, text: string): Promise<JsonAnswer> {
  return service.json('/api/legal/provenance-seal', { body: { artifact_text: text, disclaimer_ack: true } });
}

export async function sealed(service: ServiceProcess, text: string): Promise<JsonAnswer['body']['seal']> {
  const { status, body } = await seal(service, text);
  if (status !== 201) throw new Error(`The seal failed: ${JSON.stringify(body)}`);
  return body.seal;
}

/** Draws a picture and saves it to the bank. @returns the asset */
export async function drawn(service: ServiceProcess, title: string): Promise<JsonAnswer['body']['asset']> {
  const { status, body } = await service.render(
    { title, saveToBank: true, prompt: `calm sea, ${title}` },
    { wait: 20 },
  );
  if (status !== 200) throw new Error(`The render failed: ${JSON.stringify(body)}`);
  return body.asset;
}

export async function bytesAt(service: ServiceProcess, url: string): Promise<Buffer> {
  const { pathname } = new URL(url, service.url);
  const response = await service.fetch(pathname);
  if (!response.ok) throw new Error(`${pathname} answers ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** Files of a folder, as paths in it. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();
}
