/** CSS of a document with its table of contents next to it. In narrow windows the table of contents is hidden. */
export const DOCUMENT_STYLE = `
  .document { display: grid; grid-template-columns: minmax(0, var(--page)) minmax(10rem, 15rem); gap: var(--space-7); justify-content: space-between; }
  .document article { min-width: 0; }
  .document article > :first-child { margin-top: 0; }
  .document h1 { margin-bottom: 1rem; }
  .document h2 { scroll-margin-top: 1rem; }
  .document h1 + p { color: var(--soft); font-size: 1.15rem; margin-top: .5rem; }
  .document h1 + p code { color: var(--ink); }
  .document pre { white-space: pre; overflow-x: auto; overflow-wrap: normal; tab-size: 2; }
  .document table { line-height: 1.5; } .document td, .document th { min-width: 5rem; }
  .document img { border: 1px solid var(--line); margin: var(--space-5) 0; }
  .document .number { text-align: right; }
  .document code { overflow-wrap: break-word; }
  .document hr { border: 0; border-top: 1px solid var(--line); margin: var(--space-6) 0; }
  .document blockquote { margin: 1rem 0; padding-left: 1.1rem; border-left: 2px solid var(--line); color: var(--soft); }
  .contents { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto;
    font: var(--text-s)/1.45 var(--sans); padding: .4rem 0 0 1rem; border-left: 1px solid var(--line); }
  .contents h2 { font: inherit; color: var(--soft); margin: 0 0 .4rem; }
  .contents ol { list-style: none; padding: 0; margin: 0; } .contents li { margin: .45rem 0; }
  .contents a { color: var(--ink); text-decoration: none; } .contents a:hover { color: var(--mark); text-decoration: underline; }
  .source { color: var(--soft); font: var(--text-s)/1.5 var(--sans); margin-top: var(--space-7); }
  @media (max-width: 62rem) { .document { display: block; } .contents { display: none; } .document article { max-width: var(--page); } }
  @media print { .contents { display: none; } .document pre { white-space: pre-wrap; overflow-wrap: anywhere; } }
`;
