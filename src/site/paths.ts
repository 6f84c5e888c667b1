/** Where somebody who is not signed in is sent to. */
export const SIGN_IN_PATH = '/admin/sign-in';
/** The screen of approvals. */
export const APPROVALS_PATH = '/admin/approvals';
export const ACCOUNT_PATH = '/admin/account';
/** Where the screens begin; each has an address below. */
export const BACK_OFFICE_PATH = '/admin';
export const SIGN_OUT_PATH = '/admin/sign-out';
