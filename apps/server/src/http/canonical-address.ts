/**
 * The canonical form of a request’s address, for header rules, routes and the page store: without scheme, host and
 * fragment, and with letters, digits and `-._~` unescaped (RFC 3986, 6.2.2.2). Routes decode `%61dmin`; other code would
 * not see that it is `admin`.
 */
export function canonicalAddress(target: string): string {
  const address = target.replace(/^https?:\/\/[^/?#]*\/?/i, '/').replace(/#.*$/s, '')
  const query = address.indexOf('?')
  const path = query === -1 ? address : address.slice(0, query)
  // An invalid escape stays as it is: decoding next to it could create an escape, as in `%6%31`.
  if (!path.includes('%') || /%(?![\da-f]{2})/i.test(path)) return address
  const decoded = path.replace(/%(2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return query === -1 ? decoded : decoded + address.slice(query)
}
