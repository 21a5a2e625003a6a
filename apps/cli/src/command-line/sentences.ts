/** Commander’s refusals, and the sentence that Nightdesk prints for each. */
const SENTENCES: [RegExp, string | ((...found: string[]) => string)][] = [
  [/^error: unknown option '([^'=]*).*/, 'Unknown option $1'],
  [
    /^error: too many arguments.* Expected (\d+) arguments? but got \d+: (.*)\./,
    (_, expected, given = '') => `Unexpected argument ${given.split(', ')[Number(expected)]}`,
  ],
  [
    /^error: (?:required )?option '(\S+) .*' (?:not specified|argument missing)/,
    'Missing required argument: $1',
  ],
  [
    /^error: missing required argument '(.*)'/,
    (_, name = '') => `Missing required positional argument: ${name.toUpperCase()}`,
  ],
  [
    /^error: option '(\S+) .*' argument '(.*)' is invalid\. Allowed choices are (.*)\./,
    'Invalid value for argument: $1 ($2). Expected one of: $3.',
  ],
]

export function inOurWords(sentence: string): string {
  const [pattern, words] = SENTENCES.find(([pattern]) => pattern.test(sentence)) ?? []
  if (!pattern || !words) return sentence
  return typeof words === 'string' ? sentence.replace(pattern, words) : sentence.replace(pattern, words)
}
