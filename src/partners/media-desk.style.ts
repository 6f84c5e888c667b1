/** CSS of the gallery for partners. Only its pictures have strong colours. */
export const mediaDeskStyle = `
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .filter { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin-top: var(--space-5); }
  .filter label { margin: 0; }
  .filter input[type="text"] { flex: 1 1 14rem; max-width: 26rem; min-width: 0; }
  .filter input::placeholder { color: var(--soft); opacity: 1; }
  .tags { display: flex; flex-wrap: wrap; gap: .35rem .9rem; list-style: none; padding: 0; margin: var(--space-3) 0 0; }
  .tags li { margin: 0; }
  .tag, .tags a { font: var(--text-xs)/1.5 var(--sans); color: var(--soft); text-decoration: none; display: inline-block; padding: .2rem 0;
    min-width: 1.5rem; }
  .tag:hover, .tags a:hover { color: var(--mark); text-decoration: underline; }
  .tag.chosen { color: var(--mark); border: 1px solid var(--mark); border-radius: 1rem; padding: .1rem .65rem; }
  .tag[aria-current] { color: var(--mark); }
  @media (forced-colors: active) { .tag[aria-current] { outline: 2px solid Highlight; outline-offset: 2px; } }
  .gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: var(--space-6) var(--space-5);
    list-style: none; margin: var(--space-6) 0 0; padding: 0; }
  .gallery li { margin: 0; max-width: none; }
  .gallery figure { margin: 0; }
  .gallery .open { display: block; }
  .gallery img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: contain; object-position: left bottom; }
  .gallery h2 { font-size: var(--text-m); margin: 0; overflow-wrap: anywhere; }
  .gallery figcaption { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: baseline; margin-top: .6rem; }
  .gallery .size { color: var(--soft); font: var(--text-xs)/1.5 var(--sans); margin: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .gallery .of { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 .8rem; margin: .1rem 0 0; }
  .nothing { margin: var(--space-7) 0; font-size: var(--text-l); }
  .pages { display: flex; gap: 1.5rem; border-top: 1px solid var(--line); margin-top: var(--space-6); padding-top: var(--space-4);
    font-family: var(--sans); font-size: var(--text-s); }
  .pages a { padding: .3rem 0; }
  .pages [rel="next"] { margin-left: auto; }
  .parting { margin-top: var(--space-6); }
  @media (max-width: 34rem) { .gallery { grid-template-columns: 1fr; gap: var(--space-5); } }
`;
