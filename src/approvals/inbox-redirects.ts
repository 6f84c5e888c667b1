import type { RequestHandler } from 'express';
import type { Mount } from '../platform/http/mount.ts';
import { APPROVALS_PATH, personPageErrors } from '../site/index.ts';

/** Path of the script-free approval pages until release 0.1.0. */
const INBOX_PATH = '/admin/inbox';

const toScreens: RequestHandler = ({ params: { approvalId } }, res) => {
  res
    .set('Cache-Control', 'no-store')
    .redirect(308, approvalId ? `${APPROVALS_PATH}/${encodeURIComponent(String(approvalId))}` : APPROVALS_PATH);
};

/** Redirects links and bookmarks of those pages to the screens of the back office. Their forms get a 405. */
export const inboxRedirects: readonly Mount[] = [INBOX_PATH, `${INBOX_PATH}/:approvalId`].map((path) => ({
  path,
  kind: 'page',
  methods: { GET: [toScreens] },
  errors: personPageErrors,
}));
