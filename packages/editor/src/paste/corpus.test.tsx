import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Blocks } from '../render/render.tsx'
import { plainText } from '../text/text.ts'
import { blocksFromHtml } from './paste.ts'
import { NO_PROBLEMS, parseHtml, pasteProblems } from './testing.ts'

const folder = fileURLToPath(new URL('../../corpus/', import.meta.url))
const read = (file: string) => readFileSync(`${folder}${file}`, 'utf8')
const names = readdirSync(folder).flatMap((file) => /^(.+)\.html$/.exec(file)?.[1] ?? [])

/** A rendered scene break. */
const RULE = /<hr class="scene-break"\/>/g

describe.each(names)('what the clipboard held: %s', (name) => {
  const html = read(`${name}.html`)

  test('visible text is kept, nothing unsafe is', () => {
    expect(pasteProblems(parseHtml(html))).toEqual(NO_PROBLEMS)
  })

  test('becomes the expected blocks', () => {
    const { blocks, losses } = blocksFromHtml(parseHtml(html))
    expect({ blocks, tables: losses.tables }).toEqual(JSON.parse(read(`${name}.json`)))
  })

  test('is rendered with all its text', () => {
    const { blocks } = blocksFromHtml(parseHtml(html))
    const page = renderToStaticMarkup(<Blocks value={blocks} />).replace(RULE, '***')
    const document = parseHtml(page)
    for (const sign of document.querySelectorAll('.footnote-reference, [role=doc-backlink]')) sign.remove()
    const shown = document.body.textContent
    expect(shown.replace(/\s/g, '')).toBe(plainText(blocks).replace(/\s/g, ''))
  })
})

test('the corpus has at least thirty documents', () => {
  expect(names.length).toBeGreaterThanOrEqual(30)
})
