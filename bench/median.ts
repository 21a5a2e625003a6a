/** Of at least one value. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
