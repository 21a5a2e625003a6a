import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { randomHtml } from '../../packages/editor/src/paste/fixtures/random-html.ts'
import { parseHtml, pasteProblems } from '../../packages/editor/src/paste/testing.ts'

const OWN = fileURLToPath(new URL('../../packages/editor/corpus/', import.meta.url))

interface CorpusReport {
  files: number
  /** Files that lost visible text. */
  lost: number
  /** Files that brought something unsafe. */
  unsafe: number
  random: number
  problems: string[]
}

/**
 * Pastes every document of our corpus and of `folder`, and `runs` random documents, which differ on each call without
 * a seed.
 */
export async function tortureCorpus(
  folder: string | undefined,
  runs: number,
  seed?: number,
): Promise<CorpusReport> {
  const report: CorpusReport = { files: 0, lost: 0, unsafe: 0, random: runs, problems: [] }
  for (const file of (await Promise.all([OWN, folder].map(htmlFiles))).flat()) {
    const { lost, unsafe } = pasteProblems(parseHtml(await readFile(file, 'utf8')))
    report.files++
    report.lost += Math.min(lost.length, 1)
    report.unsafe += Math.min(unsafe.length, 1)
    report.problems.push(...[...lost, ...unsafe].map((problem) => `${file}: ${problem}`))
  }
  const random = fc.check(
    fc.property(fc.array(randomHtml, { maxLength: 6 }), (parts) => {
      const { lost, unsafe } = pasteProblems(parseHtml(parts.join('')))
      return lost.length + unsafe.length === 0
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  )
  if (random.failed) report.problems.push(`random HTML (seed ${random.seed}): ${random.counterexample}`)
  return report
}

/** The report as printed lines. */
export const describeCorpus = ({ files, lost, unsafe, random }: CorpusReport): string[] => [
  `Documents pasted     ${files}, and ${random} random ones`,
  `Text lost            ${lost} documents`,
  `Unsafe output        ${unsafe} documents`,
]

async function htmlFiles(folder: string | undefined): Promise<string[]> {
  const files = folder ? await readdir(folder, { recursive: true }) : []
  return files.filter((file) => /\.html?$/i.test(file)).map((file) => join(folder ?? '', file))
}
