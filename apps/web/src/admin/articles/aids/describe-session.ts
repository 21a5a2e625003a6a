/** As "+312 words", "−1 word", or with a goal "312 of 500". */
export function describeSession(words: number, goal: number | null): string {
  const show = (number: number) => number.toLocaleString('en-US')
  if (goal !== null) return `${show(Math.max(0, words))} of ${show(goal)}`
  const size = Math.abs(words)
  return `${words < 0 ? '−' : '+'}${show(size)} word${size === 1 ? '' : 's'}`
}
