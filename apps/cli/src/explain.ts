/** The messages of an error and its causes, in one line. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node throws it without a message when it has tried several addresses.
  const message = error instanceof AggregateError ? explain(error.errors[0]) : error.message
  return error.cause ? `${message}: ${explain(error.cause)}` : message
}
