import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Writes the software bill of materials and the licences of a deployment: node scripts/sbom.ts [folder]

interface Component {
  'bom-ref': string
  properties?: { name: string; value: string }[]
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

interface Bom {
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const ROOT = join(import.meta.dirname, '..')
const folder = process.argv[2] ?? join(ROOT, 'dist')
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i

try {
  await write(shipped(await listInstalled()))
} catch (error) {
  // The npm of early Node 20 releases has no `npm sbom`; a site starts without the files.
  console.error('dist/sbom.cdx.json and dist/licences.txt were not written.', error)
}

async function write(bom: Bom): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
  await writeFile(join(folder, 'licences.txt'), await licencesOf(bom))
}

async function listInstalled(): Promise<Bom> {
  const run = promisify(execFile)
  const list = ['sbom', '--sbom-format', 'cyclonedx', '--offline']
  const { stdout } = await run('npm', list, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  // npm has just written it.
  return JSON.parse(stdout) as Bom
}

/** `npm sbom --omit dev` also omits packages that any workspace needs in development, such as Fastify and React here. */
function shipped(all: Bom): Bom {
  const components = all.components.filter((component) => !has(component, 'cdx:npm:package:development'))
  const refs = new Set([...components.map((component) => component['bom-ref']), all.dependencies[0]?.ref])
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) }))
  // npm uses the name of the folder.
  const metadata = { ...all.metadata, component: { ...all.metadata.component, name: 'nightdesk' } }
  return { ...all, metadata, components, dependencies }
}

function has({ properties = [] }: Component, property: string): boolean {
  return properties.some(({ name, value }) => name === property && value === 'true')
}

/** Each package with the name of its licence and, if included, the text. */
async function licencesOf({ components }: Bom): Promise<string> {
  const folders = await foldersOf()
  const others = components.filter((component) => !has(component, 'cdx:npm:package:private'))
  const sections = others.map(async (component) => {
    const ref = component['bom-ref']
    const folder = folders.get(ref)
    const texts = folder ? await textsIn(join(ROOT, folder)) : []
    return [`${ref}: ${nameOf(component)}`, ...texts].join('\n\n')
  })
  return `${(await Promise.all(sections)).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function nameOf({ licenses = [] }: Component): string {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name)
  return names.join(', ') || 'not named'
}

/** The folder of each version of each package, such as `node_modules/pino` for `pino@10.4.0`. */
async function foldersOf(): Promise<Map<string, string>> {
  const lock: unknown = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  // the format of npm's lockfile
  const { packages } = lock as { packages: Record<string, { name?: string; version?: string }> }
  return new Map(
    Object.entries(packages).map(([folder, { name, version }]) => [
      `${name ?? folder.split('node_modules/').at(-1)}@${version}`,
      folder,
    ]),
  )
}

async function textsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).toSorted()
  return Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()))
}
