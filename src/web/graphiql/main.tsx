import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './style.css';

import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { defaultTabs } from './default-tabs.ts';
import { defineEditorThemes, editorTheme } from './editor-themes.ts';
import { fetcher } from './fetcher.ts';
import sealUrl from './seal.svg';
import { headerlessStorage } from './storage.ts';

defineEditorThemes();

createRoot(document.getElementById('graphiql')!).render(
  <GraphiQL
    fetcher={fetcher}
    storage={headerlessStorage}
    // Said out loud although it is the default: leaving it out would offer a switch that stores tokens.
    shouldPersistHeaders={false}
    editorTheme={editorTheme}
    defaultTabs={defaultTabs}
    defaultEditorToolsVisibility="headers"
  >
    <GraphiQL.Logo>
      <a className="wordmark" href="/" aria-label="Imprimatur, home">
        <img src={sealUrl} alt="" width="20" height="20" />
        Imprimatur
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
);
