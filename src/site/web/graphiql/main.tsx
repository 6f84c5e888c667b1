import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import 'virtual:look.css';
import 'virtual:graphiql-palette.css';
import './style.css';

import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { texts } from '../texts.ts';
import { defineEditorThemes, editorTheme } from './editor-themes.ts';
import { fetcherFor } from './fetcher.ts';
import { initialTabsFor, tabOf, textOf } from './prepared/index.ts';
import { preparedPlugin, ViewerContext } from './prepared-plugin.tsx';
import sealUrl from './seal.svg';
import { headerlessStorage } from './storage.ts';
import { fetchViewer, ownerOf } from './viewer.ts';

defineEditorThemes();

const viewer = await fetchViewer();
let onPersonChanged = () => {};
const fetcher = fetcherFor(viewer.actor, () => onPersonChanged());
const linkedTab = tabOf(location.href);
const opened = initialTabsFor(viewer);
// GraphiQL opens the tab with the operation that the page's address requests, or adds it to the stored tabs.
const first = linkedTab && [linkedTab, ...opened.filter((tab) => tab !== linkedTab)];

function Page() {
  const [isOtherPerson, setOtherPerson] = useState(false);
  useEffect(() => {
    onPersonChanged = () => setOtherPerson(true);
  }, []);
  return (
    <ViewerContext value={viewer}>
      <GraphiQL
        fetcher={fetcher}
        storage={headerlessStorage(ownerOf(viewer))}
        // Set explicitly to false, because otherwise GraphiQL shows a setting that stores headers, which can contain tokens.
        shouldPersistHeaders={false}
        editorTheme={editorTheme}
        defaultTabs={(first ?? opened).map((tab) => ({ query: textOf(tab), headers: tab.headers }))}
        {...(linkedTab && {
          initialQuery: textOf(linkedTab),
          initialVariables: '',
          initialHeaders: linkedTab.headers ?? '',
        })}
        // The headers editor is closed on narrow screens, where the editors are stacked and have little space.
        defaultEditorToolsVisibility={matchMedia('(max-width: 45rem)').matches ? false : 'headers'}
        plugins={[preparedPlugin, HISTORY_PLUGIN]}
      >
        <GraphiQL.Logo>
          <a className="wordmark" href="/" aria-label={texts.home}>
            <img src={sealUrl} alt="" width="20" height="20" />
            {texts.product}
          </a>
        </GraphiQL.Logo>
        {(viewer.name === null || isOtherPerson) && (
          <GraphiQL.Footer>{isOtherPerson ? <OtherPersonNotice /> : <CredentialHint />}</GraphiQL.Footer>
        )}
      </GraphiQL>
    </ViewerContext>
  );
}

function OtherPersonNotice() {
  return (
    <div className="credential" role="alert">
      <p>{texts.graphiql.otherPerson(viewer.name)}</p>
      <button type="button" onClick={() => location.reload()}>
        {texts.graphiql.reload}
      </button>
    </div>
  );
}

function CredentialHint() {
  return (
    <p className="credential">
      {texts.graphiql.credential(
        <code>{'{"Authorization": "Bearer …"}'}</code>,
        <code>ADMIN_TOKEN</code>,
        <code>.data/secrets/admin-token</code>,
      )}
    </p>
  );
}

createRoot(document.getElementById('graphiql')!).render(<Page />);
