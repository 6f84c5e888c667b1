import '../kit/styles.ts';
import './frame.css';

import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from '../kit/client.ts';
import { useScheme } from '../kit/scheme.ts';
import { cssVariables, theme } from '../kit/theme.ts';
import { router } from './router.tsx';

function App() {
  const { shown } = useScheme();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={shown}>
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>
  );
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
