/** Most file systems have names of at most as many bytes. */
const MAX_NAME = 255

/**
 * The file of an address: `/post/12` is `post/12/index.html`, so that web servers find it without a setting, and
 * `/tag/moon?page=2` is `tag/moon/page/2/index.html`.
 * @param isPage whether the answer is a page, and no other file
 * @returns undefined for a name that no file can have
 */
export function fileOf(address: string, isPage: boolean): string | undefined {
  const [path = '', query = ''] = address.split('?', 2)
  const names = path.split('/').filter(Boolean).map(nameOf)
  const page = new URLSearchParams(query).get('page')
  const all = isPage ? [...names, ...(page ? ['page', page] : []), 'index.html'] : names
  const known = all.filter((name) => name !== undefined)
  return known.length === all.length && known.length > 0 ? known.join('/') : undefined
}

function nameOf(segment: string): string | undefined {
  const name = decode(segment)
  if (name === undefined || /^\.{1,2}$|^[a-z]:|[/\\\p{Cc}]/iu.test(name)) return undefined
  return Buffer.byteLength(name) <= MAX_NAME ? name : undefined
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
