/**
 * Whether an address is one of the forms outside of `/admin`: to accept an invitation, or to get back in. They are
 * screens of the admin application; no call shares their paths.
 */
export const isAccountPage = (url: string) =>
  /^\/(forgot-password|(accept-invite|reset-password)\/[^/?#]+)\/?(\?|$)/.test(url)
