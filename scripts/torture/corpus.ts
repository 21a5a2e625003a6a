import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { randomHtml } from '../../packages/editor/src/paste/fixtures/random-html.ts'
import { parseHtml, pasteProblems } from '../../packages/editor/src/paste/testing.ts'
import type { Report } from './report.ts'

const OWN = fileURLToPath(new URL('../../packages/editor/corpus/', import.meta.url))

/**
 * Pastes every document of our corpus and of `folder`, and `runs` random documents, which differ on each call without
 * a seed.
 */
export async function tortureCorpus(
  folder: string | undefined,
  runs: number,
  seed?: number,
): Promise<Report & { files: number }> {
  const problems: string[] = []
  /** Files, those that lost visible text, and those that brought something unsafe. */
  const counts = { files: 0, lost: 0, unsafe: 0 }
  for (const file of (await Promise.all([OWN, folder].map(htmlFiles))).flat()) {
    const { lost, unsafe } = pasteProblems(parseHtml(await readFile(file, 'utf8')))
    counts.files++
    counts.lost += Math.min(lost.length, 1)
    counts.unsafe += Math.min(unsafe.length, 1)
    problems.push(...[...lost, ...unsafe].map((problem) => `${file}: ${problem}`))
  }
  const random = fc.check(
    fc.property(fc.array(randomHtml, { maxLength: 6 }), (parts) => {
      const { lost, unsafe } = pasteProblems(parseHtml(parts.join('')))
      return lost.length + unsafe.length === 0
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  )
  if (random.failed) problems.push(`random HTML (seed ${random.seed}): ${random.counterexample}`)
  return {
    files: counts.files,
    lines: [
      `Documents pasted     ${counts.files}, and ${runs} random ones`,
      `Text lost            ${counts.lost} documents`,
      `Unsafe output        ${counts.unsafe} documents`,
    ],
    problems,
  }
}

async function htmlFiles(folder: string | undefined): Promise<string[]> {
  const files = folder ? await readdir(folder, { recursive: true }) : []
  return files.filter((file) => /\.html?$/i.test(file)).map((file) => join(folder ?? '', file))
}
