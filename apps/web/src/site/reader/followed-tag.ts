/**
 * Shows the previous and the next story of the tag by which the reader came: the one in the address, or the one whose list
 * was the page before. Otherwise the page shows those of the first tag.
 */
export function showNeighboursOfTag(referrer: string): void {
  const followed = new URLSearchParams(location.search).get('tag') ?? tagOfList(referrer)
  const pairs = [...document.querySelectorAll<HTMLElement>('[data-neighbours]')]
  const wanted = pairs.find(({ dataset }) => dataset.neighbours === followed)
  if (!wanted) return
  for (const pair of pairs) pair.hidden = pair !== wanted
}

const TAG_LIST = /^\/tag\/([^/]+)$/

/** The slug of the list of a tag on this site. */
function tagOfList(referrer: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined
  const { origin, pathname } = new URL(referrer)
  const [, slug] = (origin === location.origin && TAG_LIST.exec(pathname)) || []
  try {
    return slug && decodeURIComponent(slug)
  } catch {
    return undefined // not an address that a link of this site has
  }
}
