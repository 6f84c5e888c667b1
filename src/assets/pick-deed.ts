import { compilableDeed } from '../platform/graphql/reads/compilable-deed.ts';
import type { CompilableField } from '../platform/graphql/reads/compilable-field.ts';
import type { Projection } from '../platform/graphql/reads/projection.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import type { PickAssetInput } from './asset.inputs.ts';
import type { Pick, Picker } from './picker.ts';

/** Why the pick of this request came to nothing, once that is known. It has only one that is compiled. */
export const unmatchedPick = (): { problem: Problem | null } => ({ problem: null });

/** `pickAsset` without the executor: a campaign sends a thousand a second. */
export function pickDeed(picker: Picker, asset: Projection): CompilableField<{ input: PickAssetInput }> {
  return compilableDeed<{ input: PickAssetInput }, Pick>({
    payload: 'PickedAsset',
    row: { field: 'asset', projection: asset },
    facts: {
      matchedTags: ({ matchedTags }) => matchedTags,
      match: (_, { input }) => input.match,
      mode: (_, { input }) => input.mode,
    },
    async perform(context, { input }) {
      const picked = await picker.pick(context, input);
      if (!(picked instanceof Problem)) return { id: picked.assetId, done: picked };
      context.loader(unmatchedPick).problem = picked;
      return null;
    },
  });
}
