import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'

// The languages that `CODE_LANGUAGES` names.
const lowlight = createLowlight({
  bash,
  c,
  css,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
})
lowlight.registerAlias({ xml: 'html' })

/** The colours of code. Style sheets define them as `--code-comment` and so on. */
export type CodeColour = 'comment' | 'keyword' | 'string' | 'number' | 'name'

/** The classes of highlight.js that have each colour. */
const CLASSES: Readonly<Record<CodeColour, readonly string[]>> = {
  comment: ['comment', 'quote'],
  keyword: ['keyword', 'built_in', 'type', 'literal', 'selector-tag'],
  string: ['string', 'regexp', 'addition'],
  number: ['number', 'symbol'],
  name: ['title', 'section', 'name', 'attr', 'attribute', 'selector-class', 'selector-id'],
}
// The keys of an object literal are those of its type.
const COLOURS = Object.keys(CLASSES) as CodeColour[]

/** A run of code in one colour, or without one. */
export interface CodeRun {
  text: string
  colour: CodeColour | undefined
}

/** Longer code, in characters, is not coloured: the time of some grammars grows faster than the length. */
export const MAX_COLOURED = 8_000

/**
 * Splits code where its colour changes; the runs together are the whole text.
 * @returns undefined for an unknown language, and for more than {@link MAX_COLOURED} characters
 */
export function colourCode(language: string, text: string): CodeRun[] | undefined {
  if (text.length > MAX_COLOURED || !lowlight.registered(language)) return undefined
  return runsOf(lowlight.highlight(language, text))
}

type Root = ReturnType<typeof lowlight.highlight>

/** The innermost colour wins, as in nested elements. Without recursion, because code may nest to any depth. */
function runsOf(root: Root): CodeRun[] {
  const runs: CodeRun[] = []
  const waiting: { node: Root | Root['children'][number]; colour: CodeColour | undefined }[] = [
    { node: root, colour: undefined },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, colour } = next
    if (node.type === 'text') append(runs, node.value, colour)
    if (!('children' in node)) continue
    const own = node.type === 'element' ? colourOf(node.properties.className) : undefined
    for (const child of node.children.toReversed()) waiting.push({ node: child, colour: own ?? colour })
  }
  return runs
}

function append(runs: CodeRun[], text: string, colour: CodeColour | undefined): void {
  const last = runs.at(-1)
  if (last && last.colour === colour) last.text += text
  else runs.push({ text, colour })
}

function colourOf(classes: unknown): CodeColour | undefined {
  const name = Array.isArray(classes) ? String(classes[0]).replace('hljs-', '') : ''
  return COLOURS.find((colour) => CLASSES[colour].includes(name))
}
