import type { RequestHandler } from 'express';
import type { Mount } from '../platform/http/mount.ts';
import { APPROVALS_PATH, personPageErrors } from '../site/index.ts';

/** Path of the approval pages (without JavaScript) in releases up to 0.1.0. */
const INBOX_PATH = '/admin/inbox';

const toScreens: RequestHandler = ({ params: { approvalId } }, res) => {
  res
    .set('Cache-Control', 'no-store')
    .redirect(308, approvalId ? `${APPROVALS_PATH}/${encodeURIComponent(String(approvalId))}` : APPROVALS_PATH);
};

/**
 * Redirects links and bookmarks of the former approval pages to the screens of the back office. Submitted forms get status 405.
 */
export const inboxRedirects: readonly Mount[] = [INBOX_PATH, `${INBOX_PATH}/:approvalId`].map((path) => ({
  path,
  kind: 'page',
  methods: { GET: [toScreens] },
  errors: personPageErrors,
}));
