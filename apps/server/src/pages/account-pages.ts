/**
 * Whether an address is a form outside of `/admin`: to accept an invitation or reset a password. These are screens of the
 * admin application; no call shares their paths. Their token is in the fragment, which the server never sees; links that
 * were mailed earlier have it in the path.
 */
export const isAccountPage = (url: string) =>
  /^\/(forgot-password|(accept-invite|reset-password)(\/[^/?#]+)?)\/?(\?|$)/.test(url)

/** Whether an address is the form for the first admin. */
export const isSetupPage = (url: string) => /^\/admin\/setup\/?(\?|$)/.test(url)
