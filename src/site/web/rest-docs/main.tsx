import 'virtual:look.css';
import './style.css';

import { createRoot } from 'react-dom/client';
import { LoadError, Reference } from './reference.tsx';
import { usedScheme } from './scheme.ts';

const root = createRoot(document.getElementById('reference')!);

/**
 * Renders the reference. Redoc computes its colours once, so a change of the colour scheme renders it again. The fragment in the
 * address restores the position.
 */
async function show(): Promise<void> {
  try {
    const [{ RedocStandalone }, document] = await Promise.all([import('redoc'), loadDocument()]);
    const draw = () => root.render(<Reference component={RedocStandalone} document={document} scheme={usedScheme()} />);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    draw();
  } catch {
    root.render(<LoadError onRetry={() => void show()} />);
  }
}

let loading: Promise<object> | undefined;
async function loadDocument(): Promise<object> {
  loading ??= fetch('/openapi.json').then(async (answer) => {
    if (!answer.ok) throw new Error(`Status ${answer.status}`);
    return withOrigin(await answer.text());
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Parses the OpenAPI document, and replaces the example server in it by the origin of this page. */
function withOrigin(document: string): object {
  return JSON.parse(document.replaceAll('http://127.0.0.1:4000', location.origin));
}

void show();
