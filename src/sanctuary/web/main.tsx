import 'virtual:look.css';
import './sanctuary.css';
import { hydrateRoot } from 'react-dom/client';
import type { SanctuaryData } from '../pure.ts';
import { Sanctuary } from './page/sanctuary.tsx';

const data = JSON.parse(document.getElementById('sanctuary-data')!.textContent!) as SanctuaryData;
hydrateRoot(document.getElementById('sanctuary')!, <Sanctuary data={data} />);
