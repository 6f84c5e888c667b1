export const PASSWORD_PATH = '/admin/account/password';
