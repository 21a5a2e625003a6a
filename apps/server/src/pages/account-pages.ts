/**
 * Whether an address is one of the forms outside of `/admin`: to accept an invitation, or to get back in. They are
 * screens of the admin application; no call shares their paths. Their token is the fragment, which the server never
 * sees; in links that were mailed before, it is a part of the path.
 */
export const isAccountPage = (url: string) =>
  /^\/(forgot-password|(accept-invite|reset-password)(\/[^/?#]+)?)\/?(\?|$)/.test(url)

/** Whether an address is that of the form for the first admin. */
export const isSetupPage = (url: string) => /^\/admin\/setup\/?(\?|$)/.test(url)
