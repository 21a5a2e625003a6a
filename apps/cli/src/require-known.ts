import { parseArgs } from 'node:util'
import type { ArgsDef } from 'citty'
import { usageError } from './usage-error.ts'

/** citty passes over what a command does not take: with `--dya` for `--day`, all days would be counted anew. */
export function requireKnown(definitions: ArgsDef, args: string[]): void {
  const entries = Object.entries(definitions)
  const named = entries.filter(([, { type }]) => type !== 'positional')
  const options = Object.fromEntries(
    named.map(([name, { type }]) => [name, { type: type === 'boolean' ? type : 'string' } as const]),
  )
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name))
      throw usageError(`Unknown option ${token.rawName}`)
  const positionals = tokens.filter(({ kind }) => kind === 'positional')
  const extra = positionals[entries.length - named.length]
  if (extra) throw usageError(`Unexpected argument ${args[extra.index]}`)
}
