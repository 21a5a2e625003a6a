/** An error and what led to it, in one line. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Several addresses were tried, and Node gives that no message of its own.
  const message = error instanceof AggregateError ? explain(error.errors[0]) : error.message
  return error.cause ? `${message}: ${explain(error.cause)}` : message
}
