/** RFC 9110, 13.1.2: a list of tags, compared weakly, with or without `W/`; or `*` for any. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.includes(etag) || ifNoneMatch.trim() === '*')
