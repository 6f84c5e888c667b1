import { join } from 'node:path';
import { defineFeature, type FeatureParts, type Website } from '../feature.ts';
import type { Platform } from '../platform/platform.ts';
import { PROJECT_ROOT } from '../platform/program/project-root.ts';
import { backOfficeMounts } from './back-office.ts';
import { documentMounts } from './documents/document-pages.ts';
import { Library } from './documents/library.ts';
import { errorPageHtml } from './error-page.ts';
import { fontFiles } from './font-files.ts';
import { graphiqlFiles, graphiqlIndex } from './graphiql-pages.ts';
import { homePage } from './home-page.ts';
import { PLAIN_PAGE } from './html-page.ts';
import { llmsMount } from './llms-mount.ts';
import { lookPage } from './look/look-page.ts';
import { problemPage, problemsPage } from './problem-page.ts';
import { restDocsMounts } from './rest-docs-page.ts';

export { definitionList, escapeHtml, PageFrame, type PageOptions, PLAIN_PAGE } from './html-page.ts';
export { SEAL_ICON } from './look/signs.ts';
export { PAGES_TAG } from './pages.docs.ts';
export {
  ACCOUNT_PATH,
  APPROVALS_PATH,
  BACK_OFFICE_PATH,
  forPersons,
  isSession,
  personOf,
  personPageErrors,
  principalOfPage,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  seeOther,
  sendPersonPage,
} from './person-pages.ts';
export { adviceOf, problemPath, retryRule } from './problem-texts.ts';

/**
 * Feature: the website with the home page, the documents, the pages about problems, the API references and the frame of every
 * page.
 */
export const site = defineFeature({
  name: 'site',
  compose(platform): FeatureParts<object> {
    return { api: {}, website: websiteOf(platform) };
  },
});

function websiteOf(platform: Platform): Website {
  const { publicUrl } = platform;
  const graphiqlFolder = platform.builtPages('graphiql');
  return {
    problemPage: {
      policy: PLAIN_PAGE.policy,
      html: (problem) => PLAIN_PAGE.page(problem.title, errorPageHtml(problem)),
    },
    graphqlPage: graphiqlIndex(graphiqlFolder),
    mounts({ routes, rest, others, all, sampleImages }) {
      const library = new Library(join(PROJECT_ROOT, 'docs'));
      const pages = [
        fontFiles(platform.builtPages('fonts')),
        graphiqlFiles(graphiqlFolder),
        ...backOfficeMounts(platform.builtPages('admin'), () => platform.authentication),
        llmsMount({ publicUrl, routes, library, mounts: all }),
        ...restDocsMounts(platform.builtPages('rest-docs')),
        problemPage(publicUrl),
        problemsPage,
        lookPage,
        // Must come after the mounts with more specific paths below `/docs`.
        ...documentMounts(library),
      ];
      return [...pages, homePage({ mounts: [...others, ...pages, ...rest], sampleImages })];
    },
  };
}
