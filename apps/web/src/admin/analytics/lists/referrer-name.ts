/** An origin as people call it; the empty one stands for readers who came from nowhere known. */
export function referrerName(origin: string): string {
  if (origin === '') return 'Direct or unknown'
  return origin === location.origin ? 'This site' : origin.replace(/^https?:\/\//, '')
}
