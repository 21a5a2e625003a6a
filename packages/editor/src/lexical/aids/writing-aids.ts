// The chunk of what helps while writing and can be chosen by the writer.
export { type Passage, useLitPassage } from './lit-passage.ts'
export { useSessionWords } from './session-words.ts'
export { useTypewriterScrolling } from './typewriter-scrolling.ts'
