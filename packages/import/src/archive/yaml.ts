import { parse } from 'yaml'
import { SourceError } from '../source-error.ts'

/** Parses YAML. Aliases that multiply, as in an attack, are refused. */
export function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: 'error' })
  } catch (error) {
    throw new SourceError('The YAML in it is not valid.', { cause: error })
  }
}
