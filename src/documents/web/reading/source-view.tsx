import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import './reading.css';
import { PageSource } from './page-source.tsx';
import type { Place } from './place.ts';
import { isPdf, type SourceDetails } from './source-details.ts';
import { TextSource } from './text-source.tsx';
import { texts } from './texts.ts';

type View = 'PAGE' | 'TEXT';
const VIEWS = [
  { value: 'PAGE', label: texts.source.page },
  { value: 'TEXT', label: texts.source.text },
];

/** Shows a version with a passage highlighted: the page of a PDF, or the text. */
export function SourceView({ source, place }: { source: SourceDetails; place: Place | null }) {
  const [chosen, setChosen] = useState<View>('PAGE');
  if (source.state !== 'READY') return <p className="hint">{texts.source.notReady}</p>;
  if (!isPdf(source)) return <TextSource source={source} place={place} />;
  return (
    <div className="reading-source">
      <SegmentedControl
        size="xs"
        aria-label={texts.source.views}
        data={VIEWS}
        value={chosen}
        onChange={(value) => setChosen(value as View)}
      />
      {chosen === 'PAGE' ? (
        <PageSource key={source.id} source={source} place={place} onText={() => setChosen('TEXT')} />
      ) : (
        <TextSource source={source} place={place} />
      )}
    </div>
  );
}
