import type { RedocStandalone } from 'redoc';
import sealUrl from '../graphiql/seal.svg';
import { texts } from '../texts.ts';
import type { ColorScheme } from './scheme.ts';
import { themeOf } from './theme.ts';

interface ReferenceProps {
  component: typeof RedocStandalone;
  /** The service’s OpenAPI document as JSON. */
  document: object;
  scheme: ColorScheme;
}

/** The REST reference below the header of the service. */
export function Reference({ component: Redoc, document, scheme }: ReferenceProps) {
  return (
    <>
      <Masthead />
      <main>
        <Redoc
          key={scheme}
          spec={document}
          options={{
            theme: themeOf(scheme),
            hideDownloadButtons: true,
            hideHostname: true,
            hideLoading: true,
            nativeScrollbars: true,
            pathInMiddlePanel: true,
            requiredPropsFirst: true,
            jsonSamplesExpandLevel: 3,
            scrollYOffset: '.masthead',
          }}
        />
      </main>
    </>
  );
}

/** Error message with a retry button, shown if the OpenAPI document can’t be loaded. */
export function LoadError({ onRetry }: { onRetry(): void }) {
  return (
    <>
      <Masthead />
      <main className="boot">
        <h1>{texts.rest.title}</h1>
        <p role="alert">{texts.rest.loadFailed}</p>
        <p>
          <button type="button" onClick={onRetry}>
            {texts.rest.loadAgain}
          </button>
        </p>
      </main>
    </>
  );
}

function Masthead() {
  return (
    <header className="masthead">
      <a className="brand" href="/">
        <img src={sealUrl} alt="" />
        {texts.product}
      </a>
      <nav aria-label={texts.rest.contracts}>
        <a href="/openapi.json">{texts.rest.openapi}</a>
        <a href="/graphql">{texts.rest.graphiql}</a>
        <a href="/docs">{texts.rest.documents}</a>
      </nav>
    </header>
  );
}
