/** Below every field for a new password. */
export const PASSWORD_HINT = '8 characters or more are recommended.'
