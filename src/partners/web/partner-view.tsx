import { WhatPartnersSeeDocument } from '../../web/generated/partners/graphql.ts';
import { Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import './partners.css';

/** How many pictures the preview has at the most. */
const MAX_PICTURES = 8;

/** The newest pictures that are live and within their rights: what a link opens, which is the same for every partner. */
export function PartnerView() {
  const query = useQueryOf(WhatPartnersSeeDocument, {});
  return (
    <Section title="What a link opens">
      <QueryView query={query} rows={4}>
        {({ assets }) => {
          const now = Date.now();
          const seen = assets.nodes.filter(
            ({ validFrom, validUntil }) =>
              (!validFrom || Date.parse(validFrom) <= now) && (!validUntil || Date.parse(validUntil) > now),
          );
          if (seen.length === 0) return <Empty>None of the newest pictures may be shown to a partner.</Empty>;
          return (
            <>
              <p className="hint">
                The newest pictures that are live and within their rights, as every partner sees them. With a link one
                can also ask for tags and turn the pages.
              </p>
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
