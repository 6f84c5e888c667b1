import { BankTagsDocument } from '../../web/generated/assets/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';

const MOST = { filter: { isAlias: false, minAssetCount: 1 }, first: 14 };

/** Buttons that filter by the most used tags, each with its number of pictures. */
export function PopularTags({ value, onChange }: { value: readonly string[]; onChange(tags: string[]): void }) {
  const { data } = useQueryOf(BankTagsDocument, MOST);
  const tags = data?.tags.nodes ?? [];
  return (
    <nav className="bank-popular-tags" aria-label={texts.tags.popular}>
      {tags.map(({ id, label, assetCount }) => {
        const isChosen = value.includes(label);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? value.filter((one) => one !== label) : [...value, label])}
          >
            {label} <span className="number">{assetCount.toLocaleString('en')}</span>
          </button>
        );
      })}
      {tags.length > 0 && <PageLink to="/admin/bank/tags">{texts.tags.all}</PageLink>}
    </nav>
  );
}
