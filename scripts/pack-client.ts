import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from './temporary-directory.ts'

// `npm run client`: packs the typed client for scripts outside of this workspace: one module, and the types of the contract.

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

await using directory = await temporaryDirectory('client')
const { path: folder } = directory
await Promise.all([compile('client'), compile('contracts', { emitDeclarationOnly: true })])
const types = await readFile(join(folder, 'client/index.d.ts'), 'utf8')
await writeFile(
  join(folder, 'client/index.d.ts'),
  types.replaceAll("'@nightdesk/contracts'", "'./contracts/index.js'"),
)
await cp(join(folder, 'contracts'), join(folder, 'client/contracts'), { recursive: true })
await writeFile(join(folder, 'client/package.json'), JSON.stringify(await manifest(), null, 2))
const { stdout } = await run('npm', ['pack', join(folder, 'client'), '--silent'])
console.log(
  `Wrote ${stdout.trim()}. In a folder of your own: npm install ${join(process.cwd(), stdout.trim())}`,
)

/** Compiles what the entry of a package exports. */
async function compile(name: string, options = {}) {
  const source = join(ROOT, 'packages', name, 'src')
  const compilerOptions = {
    rootDir: source,
    outDir: join(folder, name),
    noEmit: false,
    incremental: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    // The folder is outside of the workspace.
    typeRoots: [join(ROOT, 'node_modules/@types')],
    ...options,
  }
  const config = join(folder, `${name}.json`)
  const files = [join(source, 'index.ts')]
  await writeFile(
    config,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, files, include: [] }),
  )
  await run('npx', ['tsc', '-p', config], { cwd: ROOT })
}

/** With what the types of the contract are written in. */
async function manifest() {
  const [{ name, version, license, type, sideEffects, dependencies }, contracts] = await Promise.all(
    ['client', 'contracts'].map(async (name) =>
      JSON.parse(await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8')),
    ),
  )
  const { '@trpc/server': server, zod } = contracts.dependencies
  return {
    ...{ name, version, license, type, sideEffects },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    engines: { node: '>=20' },
    dependencies: { '@trpc/client': dependencies['@trpc/client'], '@trpc/server': server, zod },
  }
}
