import { PartnerPreviewDocument } from '../../web/generated/partners/graphql.ts';
import { Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import './partners.css';
import { texts } from './texts.ts';

/** Maximum number of pictures in the preview. */
const MAX_PICTURES = 8;

/**
 * Preview of the newest pictures that partners see. These are live and within their validity dates, and the same for every
 * partner.
 */
export function PartnerView() {
  const query = useQueryOf(PartnerPreviewDocument, {});
  return (
    <Section title={texts.view.title}>
      <QueryView query={query} rows={4}>
        {({ assets }) => {
          const now = Date.now();
          const seen = assets.nodes.filter(
            ({ validFrom, validUntil }) =>
              (!validFrom || Date.parse(validFrom) <= now) && (!validUntil || Date.parse(validUntil) > now),
          );
          if (seen.length === 0) return <Empty>{texts.view.empty}</Empty>;
          return (
            <>
              <p className="hint">{texts.view.lead}</p>
              <ul className="plain partners-preview">
                {seen.slice(0, MAX_PICTURES).map(({ id, title, alt, thumbnailUrl, file }) => (
                  <li key={id}>
                    <img
                      src={new URL(thumbnailUrl).pathname}
                      alt={alt}
                      width={file.width}
                      height={file.height}
                      loading="lazy"
                    />
                    <span className="hint">{title}</span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}
