import { isDeepStrictEqual } from 'node:util';
import { reportChanges } from '../platform/audit/report-changes.ts';
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
  deletePreviousSecrets,
  insertChange,
  insertPreviousSecret,
  lockSetting,
  NOT_STORED,
  type PlainValue,
  readDigests,
  readEarlierDigests,
  readStored,
  readValues,
  readVersion,
  type StoredValue,
  updateStored,
} from './setting.sql.ts';
import { SettingOrigin } from './setting-origin.ts';

/**
 * Maximum age of a cached setting. Reading at every use would cost one statement per seal. Change events would be faster, but
 * only while their connection is up. Secrets that callers send are never cached, so that a revoked one isn’t accepted.
 */
const MAX_AGE_MS = 1_000;

/** Length of a secret’s fingerprint in hex digits: enough to distinguish secrets, far too few to recover one. */
const FINGERPRINT_LENGTH = 8;

/** Stored instead of a digest after a secret was revoked without a replacement. No secret has this digest. */
const NONE = Buffer.alloc(0);
const isNone = (digest: Buffer) => digest.length === 0;

export interface SettingUpdate {
  /** New value of the setting. Null restores the value of the environment or the default. */
  value: PlainValue | null;
  /**
   * Hours for which the current secret stays valid next to the new one. 0 also ends earlier secrets. Null for settings that
   * aren’t secrets.
   */
  overlapHours: number | null;
  /** Version of the setting that the change is based on. Null: any version. */
  ifVersion: number | null;
}

/** Returns what is wrong with the value of a setting and what to do. Null if it is valid. */
type ValueCheck = (value: string) => Promise<string | null>;

export interface SettingsOptions {
  settings: readonly AnySetting[];
  config: Config;
  database: Database;
  encryption: EnvelopeEncryption;
  /** Returns a function that holds a change for approval under four-eyes control. Null if changes take effect at once. */
  hold: () => HoldChange | null;
}

/** Current values of settings: the one set in the back office, otherwise the one from the environment or the default. */
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

  /** Current value of a setting. Changes by this process are visible at once, those by others within a second. */
  async value<Value>(setting: SettingOf<Value>): Promise<Value>;
  async value(setting: EnvelopedSecret): Promise<string | null>;
  async value(setting: SettingOf<unknown> | EnvelopedSecret): Promise<unknown> {
    const set = (await this.#values()).get(setting.name);
    if (set === undefined) return this.#config.of<{ value: unknown }>(setting.start).value;
    return setting.kind === 'ENVELOPED_SECRET' ? this.#opened(setting, set as Buffer) : set;
  }

  /** Digests of all valid secrets of a setting: the current secret and earlier ones that are still valid. */
  async digests(setting: ComparedSecret): Promise<Buffer[]> {
    const [set, ...earlier] = await readDigests(this.#database, setting.name);
    return [set ?? this.#startDigest(setting), ...earlier].filter((digest) => !isNone(digest));
  }

  /** Digest of a setting’s current secret. Null if it was revoked without a replacement. */
  digestInForce(setting: ComparedSecret, kept: StoredValue = NOT_STORED): Buffer | null {
    const digest = kept.digest ?? this.#startDigest(setting);
    return isNone(digest) ? null : digest;
  }

  /**
   * Revokes the current or an earlier secret by its fingerprint, at once. After the current one is revoked, only earlier secrets
   * are valid until a new one is set; the secret from the environment isn’t.
   * @returns false if no valid secret has this fingerprint
   */
  async revoke(ctx: Context, setting: ComparedSecret, fingerprint: string): Promise<boolean> {
    const { actor } = ctx.principal;
    const { name } = setting;
    const isRevoked = await ctx.transactional(async ({ em }) => {
      const before = await lockSetting(em, name, actor);
      const inForce = this.digestInForce(setting, before);
      const earlier = await readEarlierDigests(em, name);
      const isMeant = (digest: Buffer) => fingerprintOf(digest) === fingerprint;
      const ending = earlier.filter(isMeant);
      const endsInForce = inForce !== null && isMeant(inForce);
      if (ending.length === 0 && !endsInForce) return false;
      for (const digest of ending) await deletePreviousSecrets(em, name, digest);
      const after = endsInForce ? { ...NOT_STORED, digest: NONE } : before;
      await updateStored(em, name, after, actor);
      const to = this.auditedValueOf(setting, after);
      reportChanges([name], [{ subjectId: name, field: 'revoked', before: fingerprint, after: null }]);
      const note = (from: AuditedValue) =>
        insertChange(em, { setting: name, from, to, overlapHours: 0, changedBy: actor });
      for (const digest of ending) await note({ origin: SettingOrigin.BACK_OFFICE, value: fingerprintOf(digest) });
      if (endsInForce) await note(this.auditedValueOf(setting, before));
      return true;
    });
    this.#read = null;
    return isRevoked;
  }

  /** Registers a check of new values of a setting, in addition to its schema. */
  checkedBy(setting: SettingOf<string>, check: ValueCheck): void {
    this.#checks.set(setting.name, check);
  }

  /**
   * Runs the registered check on a change. Returns null if the new value is valid. The value from the environment isn’t checked.
   */
  async problemOf({ name }: AnySetting, { value }: SettingUpdate): Promise<string | null> {
    const check = this.#checks.get(name);
    return check && typeof value === 'string' ? check(value) : null;
  }

  /**
   * Changes a setting, or holds the change for approval under four-eyes control. Secrets are changed at once, because approvers
   * could not be shown them.
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
            const after = change.value === null ? this.auditedValueOf(setting) : { ...base, value: change.value };
            const { value } = change;
            return { change: { name, value, base }, before: { [name]: base.value }, after: { [name]: after.value } };
          },
        });
    return held ?? this.change(ctx, setting, change);
  }

  /** Applies changes that were held for approval, after they are approved. */
  get changeMaker(): ChangeMaker {
    const settingIn = ({ name }: HeldChange) => this.all.find((setting) => setting.name === name);
    const isBase = ({ base }: HeldChange, audited: AuditedValue) => isDeepStrictEqual({ ...audited }, base);
    return {
      fits: async (ctx, change) => {
        const setting = settingIn(change);
        return setting !== undefined && isBase(change, await this.#inForce(ctx, setting));
      },
      make: async (ctx, change) => {
        const setting = settingIn(change)!;
        const before = await lockSetting(ctx.em, setting.name, ctx.principal.actor);
        if (!isBase(change, this.auditedValueOf(setting, before))) return false;
        const value = change.value as PlainValue | null;
        await this.change(ctx, setting, { value, overlapHours: null, ifVersion: null });
        return true;
      },
    };
  }

  async #inForce({ em }: Context, setting: AnySetting): Promise<AuditedValue> {
    return this.auditedValueOf(setting, (await readStored(em)).get(setting.name));
  }

  /**
   * Changes a setting and records the change. Concurrent changes are applied one after the other; the last one wins, unless its
   * `ifVersion` isn’t the current version.
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
      const before = await lockSetting(em, name, actor);
      const changed = await changedSince(em, name, change);
      if (changed) return changed;
      const after = value === null ? NOT_STORED : this.#storedValueOf(setting, value);
      if (setting.kind === 'COMPARED_SECRET') {
        const [out, now] = [before, after].map(({ digest }) => digest ?? this.#startDigest(setting)) as [
          Buffer,
          Buffer,
        ];
        if (overlapHours === 0) await deletePreviousSecrets(em, name);
        else if (!out.equals(now) && !isNone(out)) await insertPreviousSecret(em, name, out, overlapHours!);
        await deletePreviousSecrets(em, name, now);
      }
      await updateStored(em, name, after, actor);
      const [from, to] = [before, after].map((kept) => inBrief(setting, this.auditedValueOf(setting, kept))) as [
        AuditedValue,
        AuditedValue,
      ];
      reportChanges([name], [{ subjectId: name, field: 'value', before: from.value, after: to.value }]);
      await insertChange(em, { setting: name, from, to, overlapHours, changedBy: actor });
      await note(inner);
      return null;
    });
    this.#read = null;
    return changed;
  }

  /** Readable form of a stored value, or of the value from the environment if none is stored. For a secret, its fingerprint. */
  auditedValueOf(setting: AnySetting, kept: StoredValue = NOT_STORED): AuditedValue {
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

  /** Fingerprint of an encrypted secret. Null if the secret can’t be decrypted; it can then still be replaced. */
  #fingerprint(setting: EnvelopedSecret, enveloped: Buffer): string | null {
    try {
      return fingerprintOf(digestOf(this.#opened(setting, enveloped)));
    } catch {
      return null;
    }
  }

  /** The stored value if it is valid in this release. Null if none is stored, or if only an earlier release accepted it. */
  #fitting(setting: SettingOf<unknown>, value: PlainValue | null): PlainValue | null {
    return setting.schema.safeParse(value).success ? value : null;
  }

  #storedValueOf(setting: AnySetting, value: PlainValue): StoredValue {
    if (setting.kind === 'COMPARED_SECRET') return { ...NOT_STORED, digest: digestOf(String(value)) };
    if (setting.kind === 'ENVELOPED_SECRET') {
      return { ...NOT_STORED, enveloped: this.#encryption.encrypt(Buffer.from(String(value), 'utf8'), setting.name) };
    }
    return { ...NOT_STORED, value };
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
  { ifVersion }: SettingUpdate,
): Promise<SettingChanged | null> {
  if (ifVersion === null) return null;
  const version = await readVersion(em, name);
  return version === ifVersion ? null : new SettingChanged(version);
}

/** First hex digits of a secret’s SHA-256 digest, as `printf %s SECRET | sha256sum` prints it. */
export function fingerprintOf(digest: Buffer): string {
  return digest.toString('hex').slice(0, FINGERPRINT_LENGTH);
}

function shown(setting: AnySetting, value: PlainValue | null): PlainValue | null {
  const { shown: show } = setting as Partial<SettingOf<PlainValue>>;
  return value === null || !show ? value : show(value);
}

function inBrief(setting: AnySetting, audited: AuditedValue): AuditedValue {
  const { inBrief: brief } = setting as Partial<SettingOf<PlainValue>>;
  return audited.value === null || !brief ? audited : { ...audited, value: brief(audited.value) };
}
