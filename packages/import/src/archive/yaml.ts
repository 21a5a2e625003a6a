import { parse } from 'yaml'
import { SourceError } from '../source-error.ts'

/** Parses YAML. Aliases that multiply, as in an attack, are refused. A key that is there twice, or an error, would be searched for in all of the text. */
export function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: 'error', prettyErrors: false, uniqueKeys: false })
  } catch (error) {
    throw new SourceError('The YAML in it is not valid.', { cause: error })
  }
}
