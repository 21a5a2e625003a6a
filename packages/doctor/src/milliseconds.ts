/** Whole milliseconds since a moment of `performance.now()`, at least one. */
export const milliseconds = (begun: number) => Math.max(1, Math.round(performance.now() - begun))
