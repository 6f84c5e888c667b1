import type { ReactNode } from 'react';
import { SEAL_SIGN } from '../../../site/pure.ts';
import type { SanctuaryData } from '../../pure.ts';
import { GateSection } from '../gate/gate-section.tsx';
import { HealthSection } from '../health/health-section.tsx';
import { PictureSection } from '../picture/picture-section.tsx';
import { Playground } from '../playground/playground.tsx';
import { usePlayground } from '../playground/use-playground.ts';
import { RunSection } from '../run/run-section.tsx';
import { SealSection } from '../seal/seal-section.tsx';
import { taskNamed } from '../state.ts';
import { ErrorsSection } from './errors-section.tsx';
import { LinksSection } from './links-section.tsx';

const NAV = [
  ['frontier-ai-gateway', 'Route'],
  ['run-it', 'Call'],
  ['seal-it', 'Seal'],
  ['publish-gate', 'Gate'],
  ['pictures', 'Pictures'],
  ['health', 'Health'],
  ['errors', 'Errors'],
  ['links', 'Links'],
] as const;

/** The page. Runs on the server and in the browser. */
export function Sanctuary({ data }: { data: SanctuaryData }) {
  const { facts } = data;
  const playground = usePlayground(data);
  const task = taskNamed(playground.state.task, facts);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <a className="wordmark" href="/">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this project */}
          <span className="sign" dangerouslySetInnerHTML={{ __html: SEAL_SIGN }} />
          Imprimatur
        </a>
        <nav aria-label="Sections">
          {NAV.map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main id="main">
        <section className="hero" id="frontier-ai-gateway" aria-labelledby="hero-title">
          <p className="eyebrow">Developer sanctuary · frontier AI gateway</p>
          <h1 id="hero-title">Pick a task. See which model it goes to.</h1>
          <p className="lede">
            You request a task, never a model. One policy picks the model, falls back when a provider is down or a
            budget is spent, and gives its reasons. This page shows the live policy.
          </p>
          <Playground facts={facts} playground={playground} />
        </section>
        {task && (
          <Section
            id="run-it"
            title="Call the task"
            lede="Send a prompt to the task you picked. Without a key the sandbox answers, and the answer is marked as simulated."
          >
            <RunSection task={task} publicUrl={facts.publicUrl} />
          </Section>
        )}
        <Section
          id="seal-it"
          title="Seal a text"
          lede="A seal is a signed statement about exact bytes, recorded in a public, append-only log. If one bit changes, the seal no longer matches."
        >
          <SealSection disclaimer={facts.disclaimer} />
        </Section>
        <Section
          id="publish-gate"
          title="Approve external actions"
          lede="External actions wait until a person approves them. Try to bypass the approval: the page applies the rules of the service, and nothing you do here is saved."
        >
          <GateSection />
        </Section>
        <Section
          id="pictures"
          title="Render and pick a picture"
          lede="Turn a brief into a picture, and see which of its words were understood and which were ignored."
        >
          <PictureSection />
        </Section>
        <Section id="health" title="Live health" lede="Connections of this service and their current status.">
          <HealthSection version={facts.version} connections={facts.connections} />
        </Section>
        <Section
          id="errors"
          title="Errors"
          lede="Each code has one meaning that never changes. The message of a response says what happened in your case and what to do."
        >
          <ErrorsSection errors={facts.errors} />
        </Section>
        <Section id="links" title="More pages" lede="This page uses the same public APIs as your programs.">
          <LinksSection />
        </Section>
      </main>
      <footer>
        <p>
          <i lang="la">Imprimatur:</i> let it be printed.
        </p>
        <p className="fine">
          Version {facts.version}. This page sends requests only to this service and sets no cookies.
        </p>
      </footer>
    </>
  );
}

function Section({ id, title, lede, children }: { id: string; title: string; lede: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      <p className="lede">{lede}</p>
      {children}
    </section>
  );
}
