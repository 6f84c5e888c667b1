/** Path of the sign-in page. Users without a session are redirected to it. */
export const SIGN_IN_PATH = '/admin/sign-in';
export const APPROVALS_PATH = '/admin/approvals';
export const ACCOUNT_PATH = '/admin/account';
/** Path of the start screen of the back office. The other screens have paths below it. */
export const BACK_OFFICE_PATH = '/admin';
export const SIGN_OUT_PATH = '/admin/sign-out';
