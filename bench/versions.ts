import { diffBlocks } from '../packages/editor/src/diff/diff.ts'
import { load, paragraph, WORDS_OF_PARAGRAPH } from './desk.ts'
import { report } from './results.ts'

/** Milliseconds. */
const GATE = 300
/** Of which the best counts: what else the machine does only ever adds. */
const TRIES = 5

/** How long two versions are compared: every tenth word is another one, and a paragraph in ten is moved. */
export function compareVersions(): void {
  const before = Array.from({ length: 5_000 / WORDS_OF_PARAGRAPH }, (_, index) => paragraph(index))
  const after = before.map(edited)
  for (let index = 10; index < after.length; index += 10) after.unshift(...after.splice(index, 1))
  const times = Array.from({ length: TRIES }, () => {
    const begun = performance.now()
    diffBlocks(before, after)
    return performance.now() - begun
  })
  const best = Math.min(...times)
  report(
    `two versions of 5000 words compared, ${load()}`,
    `${Math.round(best)} ms`,
    `≤ ${GATE} ms`,
    best <= GATE,
  )
}

const edited = ({ type, children }: ReturnType<typeof paragraph>, number: number) => ({
  type,
  children: children.map((child) => ({
    ...child,
    text: child.text.replace(/\S+/g, (word, at: number) => ((at + number) % 10 === 0 ? 'another' : word)),
  })),
})
