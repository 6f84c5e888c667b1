import DataLoader from 'dataloader';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor, assertAccess } from '../platform/auth/access.ts';
import { assertStepUp } from '../platform/auth/step-up.ts';
import { isSecret } from '../platform/config/settings.ts';
import type { Context } from '../platform/context.ts';
import { assertPageSize, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { InputInvalid, Problem } from '../platform/graphql/schema/problem.ts';
import { ChangeHeld } from '../platform/held-changes/change-held.ts';
import { changeOf, UpdateSettingInput } from './setting.inputs.ts';
import { SettingChanged } from './setting.problems.ts';
import { readNewestChanges, readStored, readUses, type SettingChangeRow } from './setting.sql.ts';
import { SettingChangeView, SettingView, settingView } from './setting.types.ts';
import { SettingName } from './setting-name.ts';
import type { Settings } from './settings.ts';

@ObjectType({ description: 'The setting was changed.' })
class UpdatedSetting {
  readonly #read: () => Promise<SettingView>;

  constructor(read: () => Promise<SettingView>) {
    this.#read = read;
  }

  @Field(() => SettingView, {
    nullable: true,
    description: 'Setting after the change, with its history. Null if part of it could not be read: see `errors`.',
  })
  setting(): Promise<SettingView> {
    return this.#read();
  }
}

const UpdateSettingResult = resultOf('UpdateSetting', UpdatedSetting, [ChangeHeld, SettingChanged]);

@ArgsType()
class HistoryArgs {
  @Field(() => Int, {
    defaultValue: DEFAULT_PAGE_SIZE,
    description: `Maximum number of changes to return, 1 to ${MAX_PAGE_SIZE}.`,
  })
  first!: number;
}

@Resolver(() => SettingView)
export class SettingResolver {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  @AccessFor('settings:read')
  @AtMost(() => Object.keys(SettingName).length, 'names')
  @Query(() => [SettingView], { description: 'Settings with these names, or all.' })
  async settings(
    @Arg('names', () => [SettingName], { nullable: true, description: 'Only these settings. Null or left out: all.' })
    names: string[] | null,
    @Ctx() { em }: Context,
  ): Promise<SettingView[]> {
    const kept = await readStored(em);
    const uses = await readUses(em);
    return this.#settings.all
      .filter(({ name }) => names?.includes(name) ?? true)
      .map((setting) => new SettingView(this.#settings, setting, kept.get(setting.name), uses.get(setting.name)));
  }

  /**
   * Access to the mutation only needs `settings:read`. Each setting has its own permission to change it, checked in the mutation.
   */
  @AccessFor('settings:read')
  @Mutation(() => UpdateSettingResult, {
    nullable: true,
    description:
      'Changes a setting. Takes effect with the next request, in other processes within a second. If four-eyes control applies, the change is held for approval.',
  })
  async updateSetting(
    @Arg('input', () => UpdateSettingInput) input: UpdateSettingInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UpdateSettingResult> {
    const setting = this.#settings.all.find(({ name }) => name === input.name)!;
    assertAccess(ctx.principal, setting.permission);
    if (isSecret(setting) || setting.needsStepUp) assertStepUp(ctx.principal, ctx.clock.now());
    const change = changeOf(setting, input);
    if (change instanceof Problem) return change;
    const mistake = await this.#settings.problemOf(setting, change);
    if (mistake !== null) return new InputInvalid([{ pointer: '/text', detail: mistake }]);
    const refused = await this.#settings.propose(ctx, setting, change);
    if (refused) return refused;
    return new UpdatedSetting(() => settingView(ctx, this.#settings, setting));
  }

  @FieldResolver(() => [SettingChangeView], { description: 'Changes of the setting, newest first.' })
  async history(
    @Root() { setting }: SettingView,
    @Args(() => HistoryArgs) { first }: HistoryArgs,
    @Ctx() ctx: Context,
  ): Promise<SettingChangeView[]> {
    assertPageSize(first);
    const changes = await ctx.loader(changesLoader).load(setting.name);
    return changes.slice(0, first).map((change) => new SettingChangeView(setting, change));
  }
}

/** Loads the newest changes of each setting, at most `MAX_PAGE_SIZE` per setting. Settings are few and rarely change. */
function changesLoader({ em }: Context): DataLoader<string, SettingChangeRow[]> {
  return new DataLoader(async (names) => {
    const changes = Map.groupBy(await readNewestChanges(em, names, MAX_PAGE_SIZE), ({ setting }) => setting);
    return names.map((name) => changes.get(name) ?? []);
  });
}
