import { readdir, readFile } from 'node:fs/promises'

const ROOT = new URL('../../', import.meta.url)

/** A command that a document tells its reader to type. */
export interface Command {
  document: string
  command: string
}

const TOOLS = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|curl|git|psql|docker|turbo|vitest|playwright) /

/** The commands in README.md, CONTRIBUTING.md and all Markdown files of `docs`, except whole shell scripts. */
export async function readCommands(): Promise<Command[]> {
  const found: Command[] = []
  for (const document of await documents()) {
    const text = await readFile(new URL(document, ROOT), 'utf8')
    for (const command of new Set([...inText(text), ...inBlocks(text)])) found.push({ document, command })
  }
  return found
}

/** The code block of a document that contains this text. */
export async function readBlock(document: string, first: string): Promise<string> {
  const text = await readFile(new URL(document, ROOT), 'utf8')
  const block = blocksOf(text).find(({ body }) => body.includes(first))
  if (!block) throw new Error(`${document} has no block with ${first}`)
  return block.body
}

async function documents(): Promise<string[]> {
  const below = await readdir(new URL('docs', ROOT), { recursive: true })
  const inDocs = below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  return ['README.md', 'CONTRIBUTING.md', ...inDocs.sort()]
}

const inText = (text: string) =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll('\n', ' '))
    .filter((code) => TOOLS.test(code))

/** The lines of code blocks that contain only commands, without their comments. */
const inBlocks = (text: string) =>
  blocksOf(text)
    .filter(({ language }) => language === '' || language === 'sh')
    .map(({ body }) => body.trim().split('\n'))
    .filter((lines) => lines.every((line) => TOOLS.test(line)))
    .flatMap((lines) => lines.map((line) => line.replace(/ +#.*/, '')))

const blocksOf = (text: string) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language = '', body = '']) => ({ language, body }))
