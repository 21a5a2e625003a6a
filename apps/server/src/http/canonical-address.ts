/**
 * A request's address in the one way of writing it that header rules, routes and the page store know: without scheme,
 * host and fragment, and with letters, digits and `-._~` as themselves (RFC 3986, 6.2.2.2). Routes decode `%61dmin`;
 * whatever else looks at an address would not know it for `admin`.
 */
export function canonicalAddress(target: string): string {
  const address = target.replace(/^https?:\/\/[^/?#]*\/?/i, '/').replace(/#.*$/s, '')
  const query = address.indexOf('?')
  const path = query === -1 ? address : address.slice(0, query)
  // What is no escape stays what it is, and no address: decoding beside it could make a new one of `%6%31`.
  if (!path.includes('%') || /%(?![\da-f]{2})/i.test(path)) return address
  const decoded = path.replace(/%(2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return query === -1 ? decoded : decoded + address.slice(query)
}
