import { diffBlocks } from '../packages/editor/src/diff/diff.ts'
import { load, paragraph, WORDS_OF_PARAGRAPH } from './editor-page.ts'
import { fastestAtMost } from './results.ts'

/** Milliseconds. */
const GATE = 300
const TRIES = 5

/** Measures comparing two versions in which every tenth word differs and a paragraph in ten has moved. */
export function compareVersions(): void {
  const before = Array.from({ length: 5_000 / WORDS_OF_PARAGRAPH }, (_, index) => paragraph(index))
  const after = before.map(edited)
  for (let index = 10; index < after.length; index += 10) after.unshift(...after.splice(index, 1))
  const times = Array.from({ length: TRIES }, () => {
    const begun = performance.now()
    diffBlocks(before, after)
    return performance.now() - begun
  })
  fastestAtMost(`two versions of 5000 words compared, ${load()}`, times, GATE)
}

const edited = ({ type, children }: ReturnType<typeof paragraph>, number: number) => ({
  type,
  children: children.map((child) => ({
    ...child,
    text: child.text.replace(/\S+/g, (word, at: number) => ((at + number) % 10 === 0 ? 'another' : word)),
  })),
})
