/** RFC 9110, 13.1.2: any of a list, compared weakly, so with `W/` before it or without; or `*`, whatever there is. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.includes(etag) || ifNoneMatch.trim() === '*')
