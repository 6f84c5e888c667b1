import type { SettingOf } from '../platform/config/settings.ts';
import type { Context } from '../platform/context.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { ChangeHeld } from '../platform/held-changes/change-held.ts';
import type { ChangeMaker, HeldChange, HeldChangeKind, ProposedChange } from '../platform/held-changes/held-changes.ts';
import { type Change, documentChanges } from '../platform/versioned-documents/document-changes.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { SettingsApi } from '../settings/index.ts';
import type { Approval } from './approval.entity.ts';
import { barredBy } from './approval.rules.ts';
import { fourEyesCatalogue, fourEyesPolicy, fourEyesSettings } from './approval.settings.ts';
import type { HoldPass, NewApproval } from './approvals-api.ts';
import type { Approvers } from './approvers.ts';
import type { DescriptionSection } from './description-sections.ts';

/** As many as a person reads; all of it stands in what is to be made. */
const MOST_CHANGES = 200;

const SWITCHES = [fourEyesPolicy, fourEyesCatalogue, fourEyesSettings];

const SWITCH_OF: Readonly<Record<HeldChangeKind, SettingOf<boolean>>> = {
  SETTING: fourEyesSettings,
  ROUTING_POLICY: fourEyesPolicy,
  PUBLISHING_POLICY: fourEyesPolicy,
  CATALOGUE: fourEyesCatalogue,
};

/** All that is approved of a change, as it stands in its canonical bytes. */
interface HeldChangeDocument {
  readonly version: 1;
  readonly kind: HeldChangeKind;
  readonly subjectId: string;
  /** Who asks, in whose name it is made. */
  readonly asker: string;
  readonly changes: readonly Change[];
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
  people: Pick<Approvers, 'howMany'>;
  makers: () => Partial<Record<HeldChangeKind, ChangeMaker>>;
}

const TO_SWITCH_ON =
  'Nobody but you may approve: what this holds could not be changed any more, and it could not be switched off again. Invite another person with the role APPROVER or ADMIN first (`inviteOperator`, or Operators in the back office), and switch it on once they have signed in. Nothing has changed.';

const TO_CHANGE =
  'Another person has to approve this change, and you are the only approver. Invite one with the role APPROVER or ADMIN (`inviteOperator`, or Operators in the back office) and try again. To stay alone, request the change with the admin token (`ADMIN_TOKEN`) and approve it yourself at `/admin/approvals`. Nothing has changed.';

/** Changes of the service on which two people have to agree: they are held until the second one does, and made then. */
export class FourEyes {
  readonly #settings: Pick<SettingsApi, 'value'>;
  readonly #approvals: ApprovalFiling;
  readonly #people: Pick<Approvers, 'howMany'>;
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
      changes: all.slice(0, MOST_CHANGES),
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

  /** Whether what it was based on is still so. */
  fits(ctx: Context, payload: Buffer): Promise<boolean> {
    const { kind, change } = heldIn(payload);
    return this.#makerOf(kind).fits(ctx, change);
  }

  /** Makes what was approved, in the name of who asked and in the transaction of the context. False: it does not fit any more. */
  make(ctx: Context, payload: Buffer): Promise<boolean> {
    const { kind, change } = heldIn(payload);
    return this.#makerOf(kind).make(ctx, change);
  }

  readonly describe = async (_ctx: Context, _approval: Approval, payload: Buffer): Promise<DescriptionSection[]> => {
    const { changes, changeCount } = heldIn(payload);
    const isAll = changes.length === changeCount;
    const lead = isAll ? {} : { lead: `The first ${changes.length} of ${changeCount}. The rest stands below.` };
    return [{ title: 'What it changes', ...lead, changes }];
  };

  /** Of a switch the switch itself, too: who switches it off alone would need nobody from then on. */
  async #isOn({ kind, subjectId }: ProposedChange): Promise<boolean> {
    if (await this.#settings.value(SWITCH_OF[kind])) return true;
    const itself = switchOf(kind, subjectId);
    return itself !== undefined && this.#settings.value(itself);
  }

  /** Whatever it is done by: a reset has the environment switch it on. */
  async #switchesOn({ kind, subjectId, details }: ProposedChange): Promise<boolean> {
    const itself = switchOf(kind, subjectId);
    if (!itself) return false;
    const { after } = (await details()) as { after: Readonly<Record<string, unknown>> };
    return after[itself.name] === true;
  }

  /** @throws Refusal QUORUM_UNREACHABLE while nobody may approve what the caller asks for */
  async #assertAnother(ctx: Context, whatToDo: string): Promise<void> {
    if ((await this.#people.howMany(ctx, barredBy(ctx.principal))) > 0) return;
    throw new Refusal('QUORUM_UNREACHABLE', whatToDo);
  }

  #makerOf(kind: HeldChangeKind): ChangeMaker {
    const maker = this.#makers()[kind];
    if (!maker) throw new Error(`Nobody makes changes of ${kind}`);
    return maker;
  }
}

const switchOf = (kind: HeldChangeKind, subjectId: string) =>
  kind === 'SETTING' ? SWITCHES.find(({ name }) => name === subjectId) : undefined;

/** To be called for bytes that fit their digest. */
const heldIn = (payload: Buffer) => JSON.parse(payload.toString('utf8')) as HeldChangeDocument;
