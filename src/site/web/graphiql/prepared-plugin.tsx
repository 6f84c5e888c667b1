import type { GraphiQLPlugin } from '@graphiql/react';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createContext, useContext, useState } from 'react';
import { availableTo, type PreparedTab, textOf } from './prepared/index.ts';
import { fetchViewer, type KnownViewer, UNKNOWN_VIEWER } from './viewer.ts';

/** The viewer at the time when the page was loaded. */
export const ViewerContext = createContext<KnownViewer>(UNKNOWN_VIEWER);

/** Side panel with the prepared operations that the viewer can run. */
export const preparedPlugin: GraphiQLPlugin = { title: 'Prepared operations', icon: Icon, content: Prepared };

function Prepared() {
  const pageViewer = useContext(ViewerContext);
  const [headerViewer, setHeaderViewer] = useState<KnownViewer | null>(null);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const viewer = headerViewer ?? pageViewer;

  return (
    <section aria-label="Prepared operations" className="prepared">
      <h2>Prepared operations</h2>
      <p>{greeting(viewer, headerViewer !== null)}</p>
      <p>
        <button
          type="button"
          className="graphiql-button"
          onClick={async () => setHeaderViewer(await fetchViewer(headerEditor?.getValue()))}
        >
          Use the key under Headers
        </button>
      </p>
      {viewer.name === null && (
        <p>
          For more, <a href="/admin/sign-in?next=/graphql">sign in</a>, or paste the admin token into Headers:{' '}
          <code>ADMIN_TOKEN</code>, or by default the content of the file <code>.data/secrets/admin-token</code>.
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
    const known = roles.length > 0 ? `${name}, ${roles.join(', ').toLowerCase()}` : name;
    return `You are ${known}. You can run these operations.`;
  }
  return byHeaders
    ? 'The credential under Headers is not valid. These operations need none.'
    : 'You are not signed in. These operations need no credential.';
}

/** Switches to the tab with this name, or opens it with the headers of the current tab, so that a key must be pasted only once. */
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
