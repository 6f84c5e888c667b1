import type { ReactNode } from 'react';
import { SEAL_SIGN } from '../../../site/pure.ts';
import type { SanctuaryData } from '../../pure.ts';
import { CitationSection } from '../citations/citation-section.tsx';
import { GateSection } from '../gate/gate-section.tsx';
import { HealthSection } from '../health/health-section.tsx';
import { PictureSection } from '../picture/picture-section.tsx';
import { Playground } from '../playground/playground.tsx';
import { usePlayground } from '../playground/use-playground.ts';
import { RunSection } from '../run/run-section.tsx';
import { SealSection } from '../seal/seal-section.tsx';
import { taskNamed } from '../state.ts';
import { texts } from '../texts.ts';
import { ErrorsSection } from './errors-section.tsx';
import { LinksSection } from './links-section.tsx';

const NAV = [
  ['frontier-ai-gateway', texts.nav.route],
  ['run-it', texts.nav.call],
  ['seal-it', texts.nav.seal],
  ['publish-gate', texts.nav.gate],
  ['citations', texts.nav.citations],
  ['pictures', texts.nav.pictures],
  ['health', texts.nav.health],
  ['errors', texts.nav.errors],
  ['links', texts.nav.links],
] as const;

/** The developer sanctuary: the whole page. Rendered on the server and in the browser. */
export function Sanctuary({ data }: { data: SanctuaryData }) {
  const { facts } = data;
  const playground = usePlayground(data);
  const task = taskNamed(playground.state.task, facts);
  return (
    <>
      <a className="skip" href="#main">
        {texts.page.skip}
      </a>
      <header className="top">
        <a className="wordmark" href="/">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this project */}
          <span className="sign" dangerouslySetInnerHTML={{ __html: SEAL_SIGN }} />
          {texts.page.product}
        </a>
        <nav aria-label={texts.page.sections}>
          {NAV.map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main id="main">
        <section className="hero" id="frontier-ai-gateway" aria-labelledby="hero-title">
          <p className="eyebrow">{texts.page.eyebrow}</p>
          <h1 id="hero-title">{texts.page.heading}</h1>
          <p className="lede">{texts.page.lede}</p>
          <Playground facts={facts} playground={playground} />
        </section>
        {task && (
          <Section id="run-it" {...texts.sections.call}>
            <RunSection task={task} publicUrl={facts.publicUrl} />
          </Section>
        )}
        <Section id="seal-it" {...texts.sections.seal}>
          <SealSection disclaimer={facts.disclaimer} />
        </Section>
        <Section id="publish-gate" {...texts.sections.gate}>
          <GateSection />
        </Section>
        <Section id="citations" {...texts.sections.citations}>
          <CitationSection />
        </Section>
        <Section id="pictures" {...texts.sections.pictures}>
          <PictureSection />
        </Section>
        <Section id="health" {...texts.sections.health}>
          <HealthSection version={facts.version} connections={facts.connections} />
        </Section>
        <Section id="errors" {...texts.sections.errors}>
          <ErrorsSection errors={facts.errors} />
        </Section>
        <Section id="links" {...texts.sections.links}>
          <LinksSection />
        </Section>
      </main>
      <footer>
        <p>{texts.page.motto(<i lang="la">{texts.page.mottoName}</i>)}</p>
        <p className="fine">{texts.page.version(facts.version)}</p>
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
