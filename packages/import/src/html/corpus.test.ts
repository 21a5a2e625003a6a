import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { blocksFromHtml } from '@nightdesk/editor/paste'
import { expect, test } from 'vitest'
import { parseHtml } from './parse.ts'

/** What real programs put on the clipboard, with the blocks that it becomes in the editor. */
const folder = fileURLToPath(new URL('../../../editor/corpus/', import.meta.url))
const read = (file: string) => readFileSync(`${folder}${file}`, 'utf8')
const names = readdirSync(folder).flatMap((file) => /^(.+)\.html$/.exec(file)?.[1] ?? [])

test.each(names)('an import makes the same blocks as a paste: %s', (name) => {
  const { blocks, losses } = blocksFromHtml(parseHtml(read(`${name}.html`)))

  expect({ blocks, tables: losses.tables }).toEqual(JSON.parse(read(`${name}.json`)))
})

test('spaces that are written as entities are collapsed as in a browser', () => {
  expect(blocksFromHtml(parseHtml('<p>One.&nbsp;&nbsp;\nTwo</p>')).blocks).toEqual([
    { type: 'paragraph', children: [{ text: 'One. Two' }] },
  ])
})

test('the corpus has at least thirty documents', () => {
  expect(names.length).toBeGreaterThanOrEqual(30)
})
