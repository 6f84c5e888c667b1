import 'virtual:look.css';
import './style.css';

import { createRoot } from 'react-dom/client';
import { LoadError, Reference } from './reference.tsx';
import { usedScheme } from './scheme.ts';

const root = createRoot(document.getElementById('reference')!);

/** Redoc works its colours out once, so another scheme needs another reference. Where one was reading stands in the address. */
async function show(): Promise<void> {
  try {
    const [{ RedocStandalone }, document] = await Promise.all([import('redoc'), theDocument()]);
    const draw = () => root.render(<Reference component={RedocStandalone} document={document} scheme={usedScheme()} />);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
    draw();
  } catch {
    root.render(<LoadError onRetry={() => void show()} />);
  }
}

let asked: Promise<object> | undefined;
async function theDocument(): Promise<object> {
  asked ??= fetch('/openapi.json').then(async (answer) => {
    if (!answer.ok) throw new Error(`Answered with ${answer.status}`);
    return atHome(await answer.text());
  });
  asked.catch(() => {
    asked = undefined;
  });
  return asked;
}

/** What the document says of a service on the reader's own machine, said of the one that they look at. */
function atHome(document: string): object {
  return JSON.parse(document.replaceAll('http://127.0.0.1:4000', location.origin));
}

void show();
