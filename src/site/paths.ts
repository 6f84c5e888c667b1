/** Sign-in page. Users without a session are redirected to it. */
export const SIGN_IN_PATH = '/admin/sign-in';
export const APPROVALS_PATH = '/admin/approvals';
export const ACCOUNT_PATH = '/admin/account';
/** Start of the back office. Its screens have addresses below. */
export const BACK_OFFICE_PATH = '/admin';
export const SIGN_OUT_PATH = '/admin/sign-out';
