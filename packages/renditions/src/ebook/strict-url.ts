/**
 * An address in the strict syntax of RFC 3986. Browsers accept a bar or a lone percent sign, so such addresses may be
 * stored; e-book readers refuse them.
 */
export function strictUrl(address: string, base: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address, base)
  const authority = host === '' ? '' : `//${host}`
  return `${protocol}${authority}${strict(pathname)}${mark('?', search)}${mark('#', hash)}`
}

const mark = (sign: string, part: string) => (part === '' ? '' : `${sign}${strict(part.slice(1))}`)

const strict = (part: string) =>
  part.replace(/%(?![\da-f]{2})/gi, '%25').replace(/[^\w\-.~!$&'()*+,;=:@/?%]/gu, encodeURIComponent)
