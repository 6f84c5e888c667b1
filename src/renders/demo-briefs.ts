import { type SceneBrief } from '../painter/index.ts';

/** Brief of a demo picture, with the picture's title and campaign tags. */
export interface DemoBrief extends SceneBrief {
  title: string;
  tags: string[];
  seed: number;
}

/** Briefs of the demo pictures. Each picture shows everything that its brief names, and many tags match several pictures. */
export const DEMO_BRIEFS: readonly DemoBrief[] = [
  {
    title: 'First light over the range',
    prompt: 'Snowy mountains at dawn in winter, mist, calm',
    tags: ['mountain', 'winter', 'calm', 'travel', 'nature'],
    width: 1024,
    height: 768,
    seed: 1,
  },
  {
    title: 'Last fire on the peaks',
    prompt: 'Mountains in summer at sunset, dramatic, clear sky',
    tags: ['mountain', 'summer', 'travel', 'sunset'],
    width: 1280,
    height: 720,
    seed: 2,
  },
  {
    title: 'Larch gold',
    prompt: 'Mountain lake in autumn at golden hour, clear sky',
    tags: ['lake', 'autumn', 'calm', 'nature'],
    width: 1024,
    height: 768,
    seed: 3,
  },
  {
    title: 'Heure bleue au lac',
    prompt: 'Lac de montagne en hiver au crépuscule, ciel clair',
    tags: ['lake', 'winter', 'calm', 'travel', 'nature'],
    width: 1024,
    height: 768,
    seed: 4,
  },
  {
    title: 'Evening swim',
    prompt: 'Calm sea at sunset, clear sky',
    tags: ['sea', 'travel', 'calm', 'sunset'],
    width: 1024,
    height: 768,
    seed: 1,
  },
  {
    title: 'Night passage',
    prompt: 'Sea under a full moon at night with stars',
    tags: ['sea', 'night', 'calm', 'travel'],
    width: 1024,
    height: 1024,
    seed: 2,
  },
  {
    title: 'Matin sur la côte',
    prompt: 'Bord de mer le matin, nuages',
    tags: ['sea', 'morning', 'travel', 'nature'],
    width: 1280,
    height: 720,
    seed: 3,
  },
  {
    title: 'The offices stay lit',
    prompt: 'City skyline at dusk, clear sky',
    tags: ['city', 'dusk', 'business', 'travel'],
    width: 1280,
    height: 720,
    seed: 4,
  },
  {
    title: 'After hours',
    prompt: 'City at night with lights reflected in the river, stars, clear sky, no moon',
    tags: ['city', 'night', 'business', 'travel'],
    width: 1024,
    height: 768,
    seed: 5,
  },
  {
    title: 'Green fire',
    prompt: 'Aurora over snowy mountains and a lake in winter',
    tags: ['aurora', 'winter', 'night', 'travel', 'nature'],
    width: 1024,
    height: 768,
    seed: 2,
  },
  {
    title: 'Shafts of gold',
    prompt: 'Autumn forest in golden light',
    tags: ['forest', 'autumn', 'calm', 'nature'],
    width: 1024,
    height: 1024,
    seed: 2,
  },
  {
    title: 'Brume du matin',
    prompt: 'Forêt dans la brume à l’aube',
    tags: ['forest', 'dawn', 'calm', 'nature'],
    width: 1024,
    height: 768,
    seed: 1,
  },
  {
    title: 'Spring in full voice',
    prompt: 'Spring meadow with flowers in the morning, clear sky',
    tags: ['meadow', 'spring', 'nature', 'calm'],
    width: 1024,
    height: 768,
    seed: 5,
  },
  {
    title: 'Dune light',
    prompt: 'Desert dunes at sunset, warm',
    tags: ['desert', 'warm', 'travel', 'sunset'],
    width: 1024,
    height: 768,
    seed: 7,
  },
  {
    title: 'Cradle of stars',
    prompt: 'Nebula in deep space',
    tags: ['cosmos', 'stars', 'background', 'science'],
    width: 1024,
    height: 1024,
    seed: 2,
  },
  {
    title: 'Silk in teal and orange',
    prompt: 'Abstract silk in teal and orange',
    tags: ['abstract', 'business', 'background', 'teal'],
    width: 1280,
    height: 720,
    seed: 3,
  },
];
