import { Section } from '../../../web/kit/page.tsx';
import { Progress } from '../../../web/kit/progress.tsx';
import { visibleString } from '../../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';
import type { CaseProgress } from './use-case-progress.ts';

/** Displays how many documents of a case are read, and the progress of those that are being read. Empty if none are. */
export function CaseProgressView({ progress }: { progress: CaseProgress | null }) {
  if (!progress) return null;
  const { waiting, underWay, ready, refused, failed, versions } = progress;
  if (waiting + underWay === 0) return null;
  const done = ready + refused + failed;
  const total = done + waiting + underWay;
  return (
    <Section title={texts.progress.title}>
      <p className="hint">{texts.progress.summary(waiting, underWay)}</p>
      <div className="case-progress">
        <Progress label={texts.progress.all(done, total)} share={done / total} />
        {versions.map(({ id, state, pageCount, pagesDone, document }) => {
          const name = visibleString(document?.name ?? texts.documents.erasedDocument);
          const isIndexing = state === 'INDEXING';
          const pages = pageCount && !isIndexing ? ` · ${texts.progress.pages(pagesDone, pageCount)}` : '';
          return (
            <Progress
              key={id}
              label={`${isIndexing ? texts.progress.indexing(name) : texts.progress.reading(name)}${pages}`}
              share={pageCount && !isIndexing ? pagesDone / pageCount : null}
            />
          );
        })}
      </div>
    </Section>
  );
}
