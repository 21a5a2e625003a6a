/** The number of the person whose page of Nightdesk is at this path; undefined for other paths. */
export const personIn = (path: string): string | undefined => /^\/author\/([1-9]\d{0,9})$/.exec(path)?.[1]
