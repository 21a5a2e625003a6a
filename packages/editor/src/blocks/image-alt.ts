/** The description of an image, empty if it has none. */
export const imageAlt = ({ alt }: Record<string, unknown>): string => (typeof alt === 'string' ? alt : '')
