import type { GraphiQLPlugin } from '@graphiql/react';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createContext, useContext, useState } from 'react';
import { texts } from '../texts.ts';
import { availableTo, type PreparedTab, textOf } from './prepared/index.ts';
import { fetchViewer, type KnownViewer, UNKNOWN_VIEWER } from './viewer.ts';

/** The viewer, fetched when the page was loaded. */
export const ViewerContext = createContext<KnownViewer>(UNKNOWN_VIEWER);

/** Side panel with the prepared operations that the viewer can run. */
export const preparedPlugin: GraphiQLPlugin = { title: texts.prepared.title, icon: Icon, content: Prepared };

function Prepared() {
  const pageViewer = useContext(ViewerContext);
  const [headerViewer, setHeaderViewer] = useState<KnownViewer | null>(null);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const viewer = headerViewer ?? pageViewer;

  return (
    <section aria-label={texts.prepared.title} className="prepared">
      <h2>{texts.prepared.title}</h2>
      <p>{greeting(viewer, headerViewer !== null)}</p>
      <p>
        <button
          type="button"
          className="graphiql-button"
          onClick={async () => setHeaderViewer(await fetchViewer(headerEditor?.getValue()))}
        >
          {texts.prepared.useKey}
        </button>
      </p>
      {viewer.name === null && (
        <p>
          {texts.prepared.more(
            (text) => (
              <a href="/admin/sign-in?next=/graphql">{text}</a>
            ),
            <code>ADMIN_TOKEN</code>,
            <code>.data/secrets/admin-token</code>,
          )}
        </p>
      )}
      <ul>
        {availableTo(viewer).map((tab) => (
          <li key={tab.name}>
            <OpenButton tab={tab} />
            <span>{tab.about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function greeting({ name, roles }: KnownViewer, byHeaders: boolean): string {
  if (name !== null) {
    return roles.length > 0
      ? texts.prepared.personWithRoles(name, roles.join(', ').toLowerCase())
      : texts.prepared.person(name);
  }
  return byHeaders ? texts.prepared.invalid : texts.prepared.anonymous;
}

/**
 * Button that switches to the tab with this name, or opens a new one with the headers of the current tab, so that a user has to
 * paste an API key only once.
 */
function OpenButton({ tab }: { tab: PreparedTab }) {
  const { addTab, changeTab, setOperationName, updateActiveTabValues } = useGraphiQLActions();
  const tabs = useGraphiQL((state) => state.tabs);
  const editors = useGraphiQL((state) => state);
  const open = () => {
    const there = tabs.findIndex(({ title }) => title === tab.name);
    if (there >= 0) return changeTab(there);
    const headers = editors.headerEditor?.getValue() ?? '';
    addTab();
    const query = textOf(tab);
    updateActiveTabValues({ query, headers, operationName: tab.name });
    setOperationName(tab.name);
    editors.queryEditor?.setValue(query);
    editors.headerEditor?.setValue(headers || (tab.headers ?? ''));
  };
  return (
    <button type="button" className="prepared-open" onClick={open}>
      {tab.name}
    </button>
  );
}

function Icon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 6h16M4 12h16M4 18h9" />
      <path d="m17 15 4 3-4 3z" fill="currentColor" />
    </svg>
  );
}
