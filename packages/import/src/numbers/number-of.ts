/** The number that a key is; null for other keys. */
export const numberOf = (key: string): number | null => (/^[1-9]\d{0,9}$/.test(key) ? Number(key) : null)
