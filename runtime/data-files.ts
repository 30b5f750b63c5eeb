/**
 * Names of files in the data directory (DATA_DIR) by which one program hands a secret to another; they are also the names under
 * which the secret is shared in a database.
 */

/** Written by the speech service, read by probers: the API key and the password of the first account. */
export const BOOTSTRAP_API_KEY_FILE = "bootstrap-api-key";
export const BOOTSTRAP_PASSWORD_FILE = "bootstrap-password";
/** Written by the status API, read by probers and the command line: the token of the admin API. */
export const ADMIN_TOKEN_FILE = "status-admin-token";
