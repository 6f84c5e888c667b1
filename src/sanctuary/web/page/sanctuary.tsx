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
  ['pictures', 'Draw'],
  ['health', 'Health'],
  ['errors', 'Errors'],
  ['links', 'Links'],
] as const;

/** The whole page, on the server and in the browser. */
export function Sanctuary({ data }: { data: SanctuaryData }) {
  const { facts } = data;
  const playground = usePlayground(data);
  const task = taskNamed(playground.state.task, facts);
  return (
    <>
      <a className="skip" href="#main">
        To the content
      </a>
      <header className="top">
        <a className="wordmark" href="/">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
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
          <h1 id="hero-title">Name the task. See where it goes.</h1>
          <p className="lede">
            You never name a model here. One policy sends each task to the model that fits it, steps aside when a
            provider is down or the money is spent, and says why. This is that policy, running.
          </p>
          <Playground facts={facts} playground={playground} />
        </section>
        {task && (
          <Section
            id="run-it"
            title="Call the task"
            lede="Send a prompt to the task you picked. Without a key the sandbox answers, and the answer says so."
          >
            <RunSection task={task} publicUrl={facts.publicUrl} />
          </Section>
        )}
        <Section
          id="seal-it"
          title="Seal it"
          lede="A seal is a signed statement about exact bytes, in a public log that only grows. Change one bit, and it is another text."
        >
          <SealSection disclaimer={facts.disclaimer} />
        </Section>
        <Section
          id="publish-gate"
          title="The publish gate"
          lede="Nothing leaves for the outside world before a person has said yes. Try to get past it: these are the rules that the service itself has, and nothing you do here is filed."
        >
          <GateSection />
        </Section>
        <Section
          id="pictures"
          title="Draw and pick a picture"
          lede="A brief becomes a picture, and you are told which of your words were understood, and which were not."
        >
          <PictureSection />
        </Section>
        <Section
          id="health"
          title="Live health"
          lede="What this service needs, and whether it is there, this very moment."
        >
          <HealthSection version={facts.version} connections={facts.connections} />
        </Section>
        <Section
          id="errors"
          title="Errors"
          lede="A code never changes its meaning. The sentence beside it says what happened in your case, and what to do."
        >
          <ErrorsSection errors={facts.errors} />
        </Section>
        <Section id="links" title="From here" lede="Everything on this page was asked of the same graph that you get.">
          <LinksSection />
        </Section>
      </main>
      <footer>
        <p>
          <i lang="la">Imprimatur:</i> let it be printed.
        </p>
        <p className="fine">Version {facts.version}. This page asks nobody but this service, and sets no cookie.</p>
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
