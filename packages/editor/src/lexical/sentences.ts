const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** A full stop that ends no sentence. */
const ABBREVIATION = /(?:^|[\s("“‘])(?:Mrs?|Ms|Dr|St|Prof|Capt|Lt|Sgt|vs|e\.g|i\.e)\.\s*$/u
/** After a question or an exclamation in quotes, the sentence goes on: “Stop!” she said. */
const GOES_ON = /^\p{Ll}/u

/** The start and end of the sentence at an offset, without the spaces after it. Soft line breaks do not end a sentence. */
export function sentenceAt(text: string, offset: number): [start: number, end: number] {
  let start = 0
  let end = 0
  for (const { segment, index } of sentences.segment(text.replaceAll('\n', ' '))) {
    const before = text.slice(start, end)
    const isSame = index === 0 || ABBREVIATION.test(before) || GOES_ON.test(segment)
    if (!isSame && offset < index) break
    if (!isSame) start = index
    end = index + segment.length
  }
  return [start, start + text.slice(start, end).trimEnd().length]
}
