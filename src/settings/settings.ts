import { isDeepStrictEqual } from 'node:util';
import { tellChanges } from '../platform/audit/tell-changes.ts';
import type { Config } from '../platform/config/config.ts';
import {
  type AnySetting,
  type ComparedSecret,
  type EnvelopedSecret,
  isSecret,
  type SettingOf,
} from '../platform/config/settings.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import type { ChangeHeld } from '../platform/held-changes/change-held.ts';
import type { ChangeMaker, HeldChange, HoldChange } from '../platform/held-changes/held-changes.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { SettingChanged } from './setting.problems.ts';
import {
  type AuditedValue,
  deleteEarlierSecrets,
  insertChange,
  insertEarlierSecret,
  NOTHING,
  type PlainValue,
  readDigests,
  readEarlierDigests,
  readKept,
  readValues,
  readVersion,
  type StoredValue,
  takeTurn,
  updateKept,
} from './setting.sql.ts';
import { SettingOrigin } from './setting-origin.ts';

/**
 * How old a value may be. Reading one at every use would cost a busy sealer a statement for each seal; being told of changes
 * would be quicker than this, but only while the connection that listens is there. Secrets that are compared are always read
 * anew: one that was changed must not go on working from somebody's cache.
 */
const MAX_AGE_MS = 1_000;

/** Digits of a digest that tell secrets apart and are far too few to find one. */
const FINGERPRINT_LENGTH = 8;

/** In the place of a digest: the secret was revoked, and no other has come. No secret has this one. */
const NONE = Buffer.alloc(0);
const isNone = (digest: Buffer) => digest.length === 0;

export interface SettingUpdate {
  /** What is set; null gives the environment, or the default, its place back. */
  value: PlainValue | null;
  /** How long the secret that was in force goes on beside the new one; 0 ends earlier ones, too. Null for what is no secret. */
  overlapHours: number | null;
  /** Of what it is a change; null for whatever there is. */
  expectedVersion: number | null;
}

/** Gives what is wrong with a value, with what to do; null where nothing is. */
type ValueCheck = (value: string) => Promise<string | null>;

export interface SettingsOptions {
  settings: readonly AnySetting[];
  config: Config;
  database: Database;
  encryption: EnvelopeEncryption;
  /** Holds a change where two people have to agree to it; null: every change is made at once. */
  hold: () => HoldChange | null;
}

/** The values in force: those set in the back office, else those that the service was started with. */
export class Settings {
  readonly all: readonly AnySetting[];
  readonly #config: Config;
  readonly #database: Database;
  readonly #encryption: EnvelopeEncryption;
  readonly #checks = new Map<string, ValueCheck>();
  readonly #hold: SettingsOptions['hold'];
  #read: { at: number; values: Promise<Map<string, unknown>> } | null = null;

  constructor({ settings, config, database, encryption, hold }: SettingsOptions) {
    this.all = settings;
    this.#config = config;
    this.#database = database;
    this.#encryption = encryption;
    this.#hold = hold;
  }

  /** The value in force: what this process has changed at once, what another has within a second. */
  async value<Value>(setting: SettingOf<Value>): Promise<Value>;
  async value(setting: EnvelopedSecret): Promise<string | null>;
  async value(setting: SettingOf<unknown> | EnvelopedSecret): Promise<unknown> {
    const set = (await this.#values()).get(setting.name);
    if (set === undefined) return this.#config.of<{ value: unknown }>(setting.start).value;
    return setting.kind === 'ENVELOPED_SECRET' ? this.#opened(setting, set as Buffer) : set;
  }

  /** Of every secret that is valid now: the one in force and those that go on for a while. */
  async digests(setting: ComparedSecret): Promise<Buffer[]> {
    const [set, ...earlier] = await readDigests(this.#database, setting.name);
    return [set ?? this.#startDigest(setting), ...earlier].filter((digest) => !isNone(digest));
  }

  /** Of the secret in force; null where it was revoked and no other has come. */
  digestInForce(setting: ComparedSecret, kept: StoredValue = NOTHING): Buffer | null {
    const digest = kept.digest ?? this.#startDigest(setting);
    return isNone(digest) ? null : digest;
  }

  /**
   * Ends the secret of this fingerprint at once, the one in force or an earlier one. Where the one in force ends, only earlier
   * ones are valid until another is set, and not even what the service was started with.
   * @returns whether there was such a secret
   */
  async revoke(ctx: Context, setting: ComparedSecret, fingerprint: string): Promise<boolean> {
    const { actor } = ctx.principal;
    const { name } = setting;
    const isRevoked = await ctx.transactional(async ({ em }) => {
      const before = await takeTurn(em, name, actor);
      const inForce = this.digestInForce(setting, before);
      const earlier = await readEarlierDigests(em, name);
      const isMeant = (digest: Buffer) => fingerprintOf(digest) === fingerprint;
      const ending = earlier.filter(isMeant);
      const endsInForce = inForce !== null && isMeant(inForce);
      if (ending.length === 0 && !endsInForce) return false;
      for (const digest of ending) await deleteEarlierSecrets(em, name, digest);
      const after = endsInForce ? { ...NOTHING, digest: NONE } : before;
      await updateKept(em, name, after, actor);
      const to = this.told(setting, after);
      tellChanges([name], [{ subjectId: name, field: 'revoked', before: fingerprint, after: null }]);
      const note = (from: AuditedValue) =>
        insertChange(em, { setting: name, from, to, overlapHours: 0, changedBy: actor });
      for (const digest of ending) await note({ origin: SettingOrigin.BACK_OFFICE, value: fingerprintOf(digest) });
      if (endsInForce) await note(this.told(setting, before));
      return true;
    });
    this.#read = null;
    return isRevoked;
  }

  /** Has what somebody wants to set looked at, beyond what can be told from the value alone. */
  checkedBy(setting: SettingOf<string>, check: ValueCheck): void {
    this.#checks.set(setting.name, check);
  }

  /** What is wrong with a change, with what to do; null where nothing is. What the service was started with is not asked about. */
  async mistakeIn({ name }: AnySetting, { value }: SettingUpdate): Promise<string | null> {
    const check = this.#checks.get(name);
    return check && typeof value === 'string' ? check(value) : null;
  }

  /**
   * Changes it, or has it held where two people have to agree to it. Secrets are changed at once: nobody could be shown what they
   * approve.
   */
  async propose(ctx: Context, setting: AnySetting, change: SettingUpdate): Promise<ChangeHeld | SettingChanged | null> {
    const { name } = setting;
    const changed = await changedSince(ctx.em, name, change);
    if (changed) return changed;
    const held = isSecret(setting)
      ? null
      : await this.#hold()?.(ctx, {
          kind: 'SETTING',
          subjectId: name,
          title: `Change the setting “${name}”.`,
          details: async () => {
            const base = await this.#inForce(ctx, setting);
            const after = change.value === null ? this.told(setting) : { ...base, value: change.value };
            const { value } = change;
            return { change: { name, value, base }, before: { [name]: base.value }, after: { [name]: after.value } };
          },
        });
    return held ?? this.change(ctx, setting, change);
  }

  /** Makes changes that were held, once they are approved. */
  get changeMaker(): ChangeMaker {
    const settingIn = ({ name }: HeldChange) => this.all.find((setting) => setting.name === name);
    const isBase = ({ base }: HeldChange, told: AuditedValue) => isDeepStrictEqual({ ...told }, base);
    return {
      fits: async (ctx, change) => {
        const setting = settingIn(change);
        return setting !== undefined && isBase(change, await this.#inForce(ctx, setting));
      },
      make: async (ctx, change) => {
        const setting = settingIn(change)!;
        const before = await takeTurn(ctx.em, setting.name, ctx.principal.actor);
        if (!isBase(change, this.told(setting, before))) return false;
        const value = change.value as PlainValue | null;
        await this.change(ctx, setting, { value, overlapHours: null, expectedVersion: null });
        return true;
      },
    };
  }

  async #inForce({ em }: Context, setting: AnySetting): Promise<AuditedValue> {
    return this.told(setting, (await readKept(em)).get(setting.name));
  }

  /**
   * Changes of one setting at once take turns: each is told of, and the last one holds, unless it was to be a change of
   * something else.
   * @param note called last in the transaction
   */
  async change(
    ctx: Context,
    setting: AnySetting,
    change: SettingUpdate,
    note: (inner: Context) => Promise<void> = async () => {},
  ): Promise<SettingChanged | null> {
    const { actor } = ctx.principal;
    const { name } = setting;
    const { value, overlapHours } = change;
    const changed = await ctx.transactional(async (inner) => {
      const { em } = inner;
      const before = await takeTurn(em, name, actor);
      const changed = await changedSince(em, name, change);
      if (changed) return changed;
      const after = value === null ? NOTHING : this.#kept(setting, value);
      if (setting.kind === 'COMPARED_SECRET') {
        const [out, now] = [before, after].map(({ digest }) => digest ?? this.#startDigest(setting)) as [
          Buffer,
          Buffer,
        ];
        if (overlapHours === 0) await deleteEarlierSecrets(em, name);
        else if (!out.equals(now) && !isNone(out)) await insertEarlierSecret(em, name, out, overlapHours!);
        await deleteEarlierSecrets(em, name, now);
      }
      await updateKept(em, name, after, actor);
      const [from, to] = [before, after].map((kept) => inBrief(setting, this.told(setting, kept))) as [
        AuditedValue,
        AuditedValue,
      ];
      tellChanges([name], [{ subjectId: name, field: 'value', before: from.value, after: to.value }]);
      await insertChange(em, { setting: name, from, to, overlapHours, changedBy: actor });
      await note(inner);
      return null;
    });
    this.#read = null;
    return changed;
  }

  /** What may be said of what is kept, and of what holds instead where nothing is. Of a secret that is its fingerprint. */
  told(setting: AnySetting, kept: StoredValue = NOTHING): AuditedValue {
    const { kind } = setting;
    if (kind === 'COMPARED_SECRET') {
      if (kept.digest) {
        return { origin: SettingOrigin.BACK_OFFICE, value: isNone(kept.digest) ? null : fingerprintOf(kept.digest) };
      }
    } else if (kind === 'ENVELOPED_SECRET') {
      if (kept.enveloped)
        return { origin: SettingOrigin.BACK_OFFICE, value: this.#fingerprint(setting, kept.enveloped) };
    } else {
      const value = this.#fitting(setting, kept.value);
      if (value !== null) return { origin: SettingOrigin.BACK_OFFICE, value: shown(setting, value) };
    }
    const { value, isDefault } = this.#config.of<{ value: PlainValue | null; isDefault: boolean }>(setting.start);
    return {
      origin: isDefault ? SettingOrigin.DEFAULT : SettingOrigin.ENVIRONMENT,
      value: isSecret(setting) && value !== null ? fingerprintOf(digestOf(String(value))) : shown(setting, value),
    };
  }

  /** Null where it cannot be decrypted any more: that must not keep anybody from setting another. */
  #fingerprint(setting: EnvelopedSecret, enveloped: Buffer): string | null {
    try {
      return fingerprintOf(digestOf(this.#opened(setting, enveloped)));
    } catch {
      return null;
    }
  }

  /** What was set under an earlier version, and is none any more, does not hold. */
  #fitting(setting: SettingOf<unknown>, value: PlainValue | null): PlainValue | null {
    return setting.schema.safeParse(value).success ? value : null;
  }

  #kept(setting: AnySetting, value: PlainValue): StoredValue {
    if (setting.kind === 'COMPARED_SECRET') return { ...NOTHING, digest: digestOf(String(value)) };
    if (setting.kind === 'ENVELOPED_SECRET') {
      return { ...NOTHING, enveloped: this.#encryption.encrypt(Buffer.from(String(value), 'utf8'), setting.name) };
    }
    return { ...NOTHING, value };
  }

  #opened({ name }: EnvelopedSecret, enveloped: Buffer): string {
    return this.#encryption.decrypt(enveloped, name).toString('utf8');
  }

  #startDigest({ start }: ComparedSecret): Buffer {
    return digestOf(this.#config.of(start).value);
  }

  #values(): Promise<Map<string, unknown>> {
    const now = performance.now();
    if (this.#read && now - this.#read.at < MAX_AGE_MS) return this.#read.values;
    const read = { at: now, values: outsideRequests(() => this.#readAll()) };
    this.#read = read;
    read.values.catch(() => {
      if (this.#read === read) this.#read = null;
    });
    return read.values;
  }

  async #readAll(): Promise<Map<string, unknown>> {
    const rows = await readValues(this.#database);
    const values = new Map<string, unknown>();
    for (const setting of this.all) {
      const row = rows[setting.name];
      if (!row || setting.kind === 'COMPARED_SECRET') continue;
      if (setting.kind === 'ENVELOPED_SECRET') {
        if (row.enveloped !== null) values.set(setting.name, Buffer.from(row.enveloped, 'base64'));
      } else {
        const value = this.#fitting(setting, row.value);
        if (value !== null) values.set(setting.name, value);
      }
    }
    return values;
  }
}

async function changedSince(
  em: Context['em'],
  name: string,
  { expectedVersion }: SettingUpdate,
): Promise<SettingChanged | null> {
  if (expectedVersion === null) return null;
  const version = await readVersion(em, name);
  return version === expectedVersion ? null : new SettingChanged(version);
}

/** Anybody who has the secret can make it: `printf %s SECRET | sha256sum`. */
export function fingerprintOf(digest: Buffer): string {
  return digest.toString('hex').slice(0, FINGERPRINT_LENGTH);
}

function shown(setting: AnySetting, value: PlainValue | null): PlainValue | null {
  const { shown: show } = setting as Partial<SettingOf<PlainValue>>;
  return value === null || !show ? value : show(value);
}

function inBrief(setting: AnySetting, told: AuditedValue): AuditedValue {
  const { inBrief: brief } = setting as Partial<SettingOf<PlainValue>>;
  return told.value === null || !brief ? told : { ...told, value: brief(told.value) };
}
