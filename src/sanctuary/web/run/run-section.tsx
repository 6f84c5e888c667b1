import { useEffect, useId, useState } from 'react';
import type { TaskFacts } from '../../pure.ts';
import { CopyButton } from '../page/copy-button.tsx';
import { LazyPart } from '../page/lazy-part.tsx';
import { Tabs } from '../page/tabs.tsx';
import { texts } from '../texts.ts';
import { snippetsFor } from './snippets.ts';

/** Maximum length of the prompt, enough to try a task. */
const MAX_CHARACTERS = 2_000;

const loadBench = () => import('./run-bench.tsx').then(({ RunBench }) => RunBench);

/** Section of the page for calling the chosen task: code snippets to copy, and a live call. */
export function RunSection({ task, publicUrl }: { task: TaskFacts; publicUrl: string }) {
  const [prompt, setPrompt] = useState<string>(texts.run.examplePrompt);
  // The server renders the page with its configured URL; the browser then uses the origin that the user has opened.
  const [origin, setOrigin] = useState(publicUrl);
  useEffect(() => setOrigin(location.origin), []);
  const field = useId();
  const snippets = snippetsFor({ origin, task: task.name, prompt });
  return (
    <>
      <div className="field">
        <label htmlFor={field}>{texts.run.prompt(task.title)}</label>
        <textarea
          id={field}
          rows={2}
          maxLength={MAX_CHARACTERS}
          value={prompt}
          onChange={({ target }) => setPrompt(target.value)}
        />
      </div>
      <div className="two">
        <Tabs
          label={texts.run.snippets}
          tabs={snippets.map(({ name, title, about, parts }) => ({
            name,
            title,
            panel: (
              <>
                {parts.map(({ name: part, code }) => (
                  <figure className="code" key={part}>
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes long lines scrollable by keyboard */}
                    <pre data-snippet={part} tabIndex={0}>
                      <code>{code}</code>
                    </pre>
                    <CopyButton text={code} />
                  </figure>
                ))}
                <p className="fine">{about}</p>
              </>
            ),
          }))}
        />
        <LazyPart name="RunBench" load={loadBench} props={{ task, prompt }}>
          <p className="quiet">{texts.run.needsScripts}</p>
        </LazyPart>
      </div>
    </>
  );
}
