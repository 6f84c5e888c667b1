import type { SettingOf } from '../platform/config/settings.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { ChangeHeld } from '../platform/held-changes/change-held.ts';
import type { ChangeMaker, HeldChange, HeldChangeKind, ProposedChange } from '../platform/held-changes/held-changes.ts';
import { documentChanges, type JsonChange } from '../platform/versioned-documents/document-changes.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { SettingsApi } from '../settings/index.ts';
import type { Approval } from './approval.entity.ts';
import { barredBy } from './approval.rules.ts';
import { fourEyesCatalogue, fourEyesPolicy, fourEyesSettings } from './approval.settings.ts';
import type { HoldPass, NewApproval } from './approvals-api.ts';
import type { Approvers } from './approvers.ts';
import type { DescriptionSection } from './description-sections.ts';

/** Maximum number of differences listed for the approver. The payload has the whole new content. */
const MAX_CHANGES = 200;

const SWITCHES = [fourEyesPolicy, fourEyesCatalogue, fourEyesSettings];

const SWITCH_OF: Readonly<Record<HeldChangeKind, SettingOf<boolean>>> = {
  SETTING: fourEyesSettings,
  ROUTING_POLICY: fourEyesPolicy,
  PUBLISHING_POLICY: fourEyesPolicy,
  CATALOGUE: fourEyesCatalogue,
};

/** A change that waits for approval, in the form in which the approval’s payload contains it. */
interface HeldChangeDocument {
  readonly version: 1;
  readonly kind: HeldChangeKind;
  readonly subjectId: string;
  /** Actor who requested the change. It is applied in this actor’s name. */
  readonly asker: string;
  readonly changes: readonly JsonChange[];
  readonly changeCount: number;
  readonly change: HeldChange;
}

interface ApprovalFiling {
  take(ctx: Context): Promise<HoldPass>;
  file(ctx: Context, thing: NewApproval): Promise<Approval>;
}

interface FourEyesOptions {
  settings: Pick<SettingsApi, 'value'>;
  approvals: ApprovalFiling;
  people: Pick<Approvers, 'countEligible'>;
  makers: () => Partial<Record<HeldChangeKind, ChangeMaker>>;
}

const TO_SWITCH_ON =
  'You are the only approver, so with this switched on nothing could be changed or switched off again. Invite another person with the role APPROVER or ADMIN first (`inviteOperator`, or Operators in the back office), and switch it on after they have signed in. Nothing has changed.';

const TO_CHANGE =
  'Another person has to approve this change, and you are the only approver. Invite one with the role APPROVER or ADMIN (`inviteOperator`, or Operators in the back office) and try again. To stay alone, request the change with the admin token (`ADMIN_TOKEN`) and approve it yourself at `/admin/approvals`. Nothing has changed.';

/** Four-eyes control: holds changes of the service until a second person approves them, then applies them. */
export class FourEyes {
  readonly #settings: Pick<SettingsApi, 'value'>;
  readonly #approvals: ApprovalFiling;
  readonly #people: Pick<Approvers, 'countEligible'>;
  readonly #makers: FourEyesOptions['makers'];

  constructor({ settings, approvals, people, makers }: FourEyesOptions) {
    this.#settings = settings;
    this.#approvals = approvals;
    this.#people = people;
    this.#makers = makers;
  }

  readonly hold = async (ctx: Context, proposed: ProposedChange): Promise<ChangeHeld | null> => {
    if (!(await this.#isOn(proposed))) {
      if (await this.#switchesOn(proposed)) await this.#assertAnother(ctx, TO_SWITCH_ON);
      return null;
    }
    await this.#assertAnother(ctx, TO_CHANGE);
    const pass = await this.#approvals.take(ctx);
    const { kind, subjectId, title } = proposed;
    const { change, before, after } = await proposed.details();
    const all = documentChanges(before, after);
    const held: HeldChangeDocument = {
      version: 1,
      kind,
      subjectId,
      change,
      asker: ctx.principal.actor,
      changes: all.slice(0, MAX_CHANGES),
      changeCount: all.length,
    };
    const approval = await ctx.transactional((inner) =>
      this.#approvals.file(inner, {
        subjectId,
        title,
        subjectKind: 'CHANGE',
        facts: { kind, changes: all.length },
        payload: Buffer.from(canonicalBytes(held)),
        customerId: null,
        lifetimeMs: pass.lifetimeMs,
      }),
    );
    return new ChangeHeld(approval.id);
  };

  /** True if the current value is still the one that the change is based on. */
  fits(ctx: Context, payload: Buffer): Promise<boolean> {
    const { kind, change } = parseHeldChange(payload);
    return this.#makerOf(kind).fits(ctx, change);
  }

  /**
   * Applies an approved change in the name of its requester, in the transaction of the context. False if the current value is no
   * longer the one that the change is based on.
   */
  make(ctx: Context, payload: Buffer): Promise<boolean> {
    const { kind, change } = parseHeldChange(payload);
    return this.#makerOf(kind).make(ctx, change);
  }

  readonly describe = async (_ctx: Context, _approval: Approval, payload: Buffer): Promise<DescriptionSection[]> => {
    const { changes, changeCount } = parseHeldChange(payload);
    const isAll = changes.length === changeCount;
    const lead = isAll ? {} : { lead: `The first ${changes.length} of ${changeCount}. The full content is below.` };
    return [{ title: 'Changes', ...lead, changes }];
  };

  /** True if the change needs approval. A four-eyes setting also protects itself, so that one person can’t switch it off. */
  async #isOn({ kind, subjectId }: ProposedChange): Promise<boolean> {
    if (await this.#settings.value(SWITCH_OF[kind])) return true;
    const itself = switchOf(kind, subjectId);
    return itself !== undefined && this.#settings.value(itself);
  }

  /** True if the change switches a four-eyes setting on, also by a reset to the value from the environment. */
  async #switchesOn({ kind, subjectId, details }: ProposedChange): Promise<boolean> {
    const itself = switchOf(kind, subjectId);
    if (!itself) return false;
    const { after } = (await details()) as { after: Readonly<Record<string, unknown>> };
    return after[itself.name] === true;
  }

  /** @throws Refusal QUORUM_UNREACHABLE if no one can approve requests of the caller */
  async #assertAnother(ctx: Context, whatToDo: string): Promise<void> {
    if ((await this.#people.countEligible(ctx, barredBy(ctx.principal))) > 0) return;
    throw new Refusal('QUORUM_UNREACHABLE', whatToDo);
  }

  #makerOf(kind: HeldChangeKind): ChangeMaker {
    const maker = this.#makers()[kind];
    if (!maker) throw new Error(`No feature applies held changes of the kind ${kind}.`);
    return maker;
  }
}

const switchOf = (kind: HeldChangeKind, subjectId: string) =>
  kind === 'SETTING' ? SWITCHES.find(({ name }) => name === subjectId) : undefined;

/** Parses a held change. The code that calls this must have verified the digest of the bytes. */
const parseHeldChange = (payload: Buffer) => JSON.parse(payload.toString('utf8')) as HeldChangeDocument;
