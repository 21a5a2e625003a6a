import { expect, test } from 'vitest'
import { readImports } from './import-graph/read-imports.ts'
import { brokenRule, isTest } from './import-graph/rules.ts'
import { readSources } from './shape/sources.ts'

const sources = readSources('{apps,packages}/*/src/**/*.{ts,tsx}')

test('imports follow the layers of the architecture', () => {
  const broken = sources
    .flatMap(({ path, source }) => readImports(path, source))
    .flatMap((imported) => {
      const rule = brokenRule(imported)
      return rule ? [`${imported.file} imports ${imported.target}: ${rule}`] : []
    })

  expect(sources.length).toBeGreaterThan(100)
  expect(broken).toEqual([])
})

test.each([
  ['packages/contracts/src/x.ts', `import { initTRPC } from '@trpc/server'`],
  ['packages/contracts/src/x.ts', `import '@nightdesk/db'`],
  ['packages/contracts/src/x.ts', `import '@nightdesk/config'`],
  ['packages/config/src/x.ts', `import '@nightdesk/db'`],
  ['packages/db/src/x.ts', `import { z } from 'zod'`],
  ['apps/web/src/x.ts', `import '@nightdesk/config'`],
  ['packages/db/src/x.ts', `export * from '@nightdesk/server'`],
  ['packages/editor/src/x.ts', `import { createEditor } from 'lexical'`],
  ['packages/storage/src/x.ts', `const db = await import('@nightdesk/db')`],
  ['apps/web/src/x.ts', `import type { Db } from '@nightdesk/db'`],
  ['apps/web/src/x.ts', `import '../../server/src/app.ts'`],
  ['apps/server/src/x.ts', `import { renderHome } from '@nightdesk/web/server-api'`],
  ['apps/server/src/articles/x.ts', `import { call } from '../handlers.ts'`],
  ['apps/server/src/articles/x.ts', `import { z } from 'zod'`],
  ['apps/worker/src/x.ts', `import '@nightdesk/cli'`],
  ['apps/new/src/x.ts', `import 'react'`],
])('%s may not say %s', (file, source) => {
  expect(readImports(file, source).map(brokenRule)).toEqual([expect.any(String)])
})

/** Files besides env.ts that read the environment, with the reason. */
const READS_ENVIRONMENT = {
  'apps/cli/src/supervisor/plan.ts': 'hands the environment of the operator on to the programs',
  'apps/cli/src/commands/demo.ts': 'sets what the programs of the demo read',
  'apps/server/src/testing-main.ts': 'hands the environment on to the server that a test starts',
  'packages/db/src/embedded/cluster.ts': 'hands PATH, and nothing else, on to Postgres',
  'packages/db/src/embedded/earlier-release.ts': 'hands on to npm what npm reads of it',
}

test('the environment is read in env.ts', () => {
  const readers = sources.filter(({ source }) => source.includes('process.env')).map(({ path }) => path)
  const others = readers.filter((file) => !file.endsWith('/env.ts') && !isTest(file))

  expect(others.sort()).toEqual(Object.keys(READS_ENVIRONMENT).sort())
})
