/** A file that cannot be imported at all. The message is a sentence for people. */
export class SourceError extends Error {
  override name = 'SourceError'
}
