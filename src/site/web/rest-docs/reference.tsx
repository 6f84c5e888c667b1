import type { RedocStandalone } from 'redoc';
import sealUrl from '../graphiql/seal.svg';
import type { ColorScheme } from './scheme.ts';
import { themeOf } from './theme.ts';

interface ReferenceProps {
  component: typeof RedocStandalone;
  /** An OpenAPI document. */
  document: object;
  scheme: ColorScheme;
}

/** The reference with the header of the service. */
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

/** Shown if the OpenAPI document can’t be loaded. */
export function LoadError({ onRetry }: { onRetry(): void }) {
  return (
    <>
      <Masthead />
      <main className="boot">
        <h1>REST reference</h1>
        <p role="alert">The OpenAPI document couldn’t be loaded. Check your network connection, then try again.</p>
        <p>
          <button type="button" onClick={onRetry}>
            Try again
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
        Imprimatur
      </a>
      <nav aria-label="Contracts">
        <a href="/openapi.json">OpenAPI</a>
        <a href="/graphql">GraphiQL</a>
        <a href="/docs">Documents</a>
      </nav>
    </header>
  );
}
