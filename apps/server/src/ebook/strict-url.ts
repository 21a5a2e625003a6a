/**
 * An address as RFC 3986 writes it. Browsers forgive a bar or a lone percent sign, and what they forgive may be stored;
 * readers of e-books do not.
 */
export function strictUrl(address: string, base: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address, base)
  const authority = host === '' ? '' : `//${host}`
  return `${protocol}${authority}${strict(pathname)}${mark('?', search)}${mark('#', hash)}`
}

const mark = (sign: string, part: string) => (part === '' ? '' : `${sign}${strict(part.slice(1))}`)

const strict = (part: string) =>
  part.replace(/%(?![\da-f]{2})/gi, '%25').replace(/[^\w\-.~!$&'()*+,;=:@/?%]/gu, encodeURIComponent)
