import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SourceVersionDocument } from '../../../web/generated/documents/graphql.ts';
import { PageLink } from '../../../web/kit/link.tsx';
import { QueryView } from '../../../web/kit/states.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { visibleString } from '../../../web/kit/visible-text.tsx';
import { SourceView } from './source-view.tsx';
import { texts } from './texts.ts';
import type { OpenSource, OpenSourceState } from './use-open-source.ts';

/** Width at which the source is below the list. The style sheet has the same width. */
const ONE_COLUMN = '(max-width: 62rem)';

/** The source of a citation, beside the list of citations or, on a narrow screen, below it. */
export function SourcePanel({ state: { open, back } }: { state: OpenSourceState }) {
  return (
    <aside className="reading-panel" aria-label={texts.source.panel}>
      {open ? <Source open={open} onBack={back} /> : <p className="hint">{texts.source.none}</p>}
    </aside>
  );
}

function Source({ open, onBack }: { open: OpenSource; onBack(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQueryOf(SourceVersionDocument, { id: open.versionId });
  const node = query.data?.node;
  const version = node?.__typename === 'DocumentVersion' ? node : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opened citation gets the focus
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const isBelow = matchMedia(ONE_COLUMN).matches;
    heading.current?.closest('aside')?.scrollIntoView({ block: isBelow ? 'start' : 'nearest' });
  }, [open]);
  const name = visibleString(version?.document?.name ?? open.name);
  return (
    <>
      <header className="reading-panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {name}
          {version && <span className="hint"> {texts.source.version(version.number)}</span>}
        </h2>
        <div className="reading-bar">
          <Button size="compact-sm" variant="default" onClick={onBack}>
            {texts.source.back}
          </Button>
          {version && (
            <PageLink
              to={`/admin/documents/${version.documentId}`}
              search={{ version: version.id, start: String(open.place.start), end: String(open.place.end) }}
            >
              {texts.source.open}
            </PageLink>
          )}
        </div>
      </header>
      <QueryView query={query} rows={12}>
        {() =>
          version?.id === open.versionId ? (
            <SourceView key={version.id} source={{ ...version, name }} place={open.place} />
          ) : version ? null : (
            <p className="hint">{texts.source.gone}</p>
          )
        }
      </QueryView>
    </>
  );
}
