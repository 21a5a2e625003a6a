import { posix } from 'node:path'
import { parseSync } from 'vite'

/** An import or re-export. */
export interface Import {
  /** Path from the root of the project. */
  file: string
  /** The name of a package, or the path of a relative import from the root of the project. */
  target: string
  isRelative: boolean
  /** Imports types only, which are erased at run time. */
  isType: boolean
  /** Loaded when the code gets there. */
  isLazy: boolean
}

/** All imports and re-exports of a source file. @throws when it cannot be parsed as TypeScript */
export function readImports(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
    isLazy: false,
  }))
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ name: moduleRequest.value, isType, isLazy: false }] : [],
    )
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    name: literal(source.slice(start, end)),
    isType: false,
    isLazy: true,
  }))
  return [...imports, ...exports, ...dynamic].map(({ name, isType, isLazy }) => {
    const isRelative = name.startsWith('.')
    const target = isRelative ? posix.join(posix.dirname(file), name) : name
    return { file, target, isRelative, isType, isLazy }
  })
}

/** The text of a string, or of a template up to its first value. */
const literal = (expression: string) => /^['"`]([^'"`$]*)/.exec(expression)?.[1] ?? ''
