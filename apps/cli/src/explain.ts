/** What the error of a system call says about a file. */
const PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  EEXIST: 'exists already',
  ENOTDIR: 'is not a folder, or not in one',
  EACCES: 'may not be used',
  EPERM: 'may not be used',
}

/** The messages of an error and its causes, in one line. A message that ends with a full stop says enough. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path && PROBLEMS[code]) return `${path} ${PROBLEMS[code]} (${code})`
  // Node throws it without a message when it has tried several addresses.
  const message = error instanceof AggregateError ? explain(error.errors[0]) : error.message
  return error.cause && !message.endsWith('.') ? `${message}: ${explain(error.cause)}` : message
}
