import { SaxesParser } from 'saxes'

/** Parts that are not shown: the form of a drawing for old programs, and what a tracked change has removed. */
const UNSEEN = new Set(['mc:Fallback', 'w:del', 'w:moveFrom'])
const BREAKS = new Set(['w:p', 'w:br', 'w:tab', 'w:cr', 'w:tc'])

/** The text of a part of a Word document, to compare words with. Independent of the conversion. */
export function textOfDocx(xml: string): string {
  const parts: string[] = []
  let unseen = 0
  let isText = false
  let isJoined = false
  let before = ''
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {})
  parser.on('opentag', ({ name }) => {
    if (UNSEEN.has(name)) unseen++
    isText = name === 'w:t' && unseen === 0
    // The end of this paragraph is removed.
    if (name === 'w:del' && before === 'w:rPr') isJoined = true
    before = name
  })
  parser.on('text', (text) => {
    if (isText) parts.push(text)
  })
  parser.on('closetag', ({ name }) => {
    if (UNSEEN.has(name)) unseen--
    if (BREAKS.has(name) && !(name === 'w:p' && isJoined)) parts.push('\n')
    if (name === 'w:p') isJoined = false
    isText = false
  })
  parser.write(xml).close()
  return parts.join('')
}

/** Equations have a format of their own, which nothing here reads. */
export const equationsIn = (xml: string): number => xml.match(/<m:oMath[\s>]/g)?.length ?? 0
