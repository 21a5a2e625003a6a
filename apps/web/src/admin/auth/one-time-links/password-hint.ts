/** Below every field in which a new password is chosen. */
export const PASSWORD_HINT = '8 characters or more are recommended.'
