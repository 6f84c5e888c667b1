/** Where somebody who is not signed in is sent to. */
export const SIGN_IN_PATH = '/admin/sign-in';
export const INBOX_PATH = '/admin/inbox';
export const ACCOUNT_PATH = '/admin/account';
export const SIGN_OUT_PATH = '/admin/sign-out';
