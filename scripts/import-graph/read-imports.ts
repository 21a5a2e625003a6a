import { posix } from 'node:path'
import { parseSync } from 'vite'

/** One file that mentions another module, in an import or a re-export. */
export interface Import {
  /** Path from the root of the project. */
  file: string
  /** A package, or of a relative import the path from the root of the project. */
  target: string
  isRelative: boolean
  /** Gone at run time. */
  isType: boolean
}

/** Every module a source file mentions. @throws when the file is not TypeScript */
export function readImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ name: moduleRequest.value, isType }] : []))
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    name: literal(source.slice(start, end)),
    isType: false,
  }))
  return [...imports, ...exports, ...dynamic].map(({ name, isType }) => {
    const isRelative = name.startsWith('.')
    const target = isRelative ? posix.join(posix.dirname(file), name) : name
    return { file, target, isRelative, isType }
  })
}

/** What a string or a template begins with, up to the first value put in. */
const literal = (expression: string) => /^['"`]([^'"`$]*)/.exec(expression)?.[1] ?? ''
