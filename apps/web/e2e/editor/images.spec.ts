import { paragraph } from '../content.ts'
import { drawing, type ImageFile } from '../drawing.ts'
import { image, images, toTransfer } from './images.ts'
import { expect, moveCaret, test, type Writing } from './test.ts'

test.use({ isShared: true })

/** Pastes files, and texts with them, like a browser does. */
function paste({ text }: Writing, files: ImageFile[], texts: Record<string, string> = {}) {
  return text.evaluate(
    (field, { files, texts }) => {
      const clipboardData = new DataTransfer()
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
        clipboardData.items.add(new File([bytes], name, { type }))
      }
      for (const [type, value] of Object.entries(texts)) clipboardData.setData(type, value)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { files: files.map(toTransfer), texts },
  )
}

test('a pasted image is uploaded, unless the clipboard has text too', { tag: '@journey' }, async ({
  write,
}) => {
  const writing = await write([paragraph('Above.')])
  const { page } = writing
  const file = await drawing('a.png')
  await paste(writing, [file])
  await expect(images(page)).toHaveCount(1)
  await paste(writing, [file], { 'text/html': '<img src="https://example.org/a.png" alt="A ferry">' })
  await expect(images(page)).toHaveCount(2)
  await paste(writing, [file], { 'text/plain': 'a.png' })
  await expect(images(page)).toHaveCount(3)
  await paste(writing, [file], { 'text/html': '<p>A cell</p>', 'text/plain': 'A cell' })
  await expect(writing.text).toContainText('A cell')
  await expect(images(page)).toHaveCount(3)
})

test('pictures that Word’s HTML references as local files are read from the RTF on the clipboard', async ({
  write,
}) => {
  const writing = await write([paragraph('')])
  const { page, saved } = writing
  const files = [await drawing('a.png'), await drawing('b.png', 80, 20)]
  const shape = (hex: string) =>
    `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A boat\\'3f}}}\\picw100\\pngblip\n${hex}}}{\\nonshppict{\\pict\\wmetafile8 01}}`
  const rtf = `{\\rtf1 One ${files.map(({ buffer }) => shape(buffer.toString('hex'))).join(' two ')}}`
  const picture = (name: string, alt: string) =>
    `<p class=MsoNormal><img width=60 src="file:///C:/Temp/${name}" alt="${alt}"></p>`
  const html = `<p>One</p>${picture('clip_image001.png', 'The lamp')}<p>two</p>${picture('clip_image002.png', '')}`

  await paste(writing, [], { 'text/html': html, 'text/plain': 'One two', 'text/rtf': rtf })
  await expect(images(page)).toHaveCount(2)

  const content = [
    paragraph('One'),
    { ...image(), alt: 'The lamp' },
    paragraph('two'),
    // The HTML contains none.
    { ...image(80, 20), alt: 'A boat?' },
  ]
  expect((await saved()).slice(0, 4)).toEqual(content)
})

test('a picture in the RTF of Word is uploaded within a quote too', async ({ write }) => {
  const writing = await write([{ type: 'block-quote', children: [paragraph('One'), paragraph('Two')] }])
  const { buffer } = await drawing('a.png')
  await paste(writing, [], {
    'text/html': '<p>Three</p><p><img src="file:///C:/Temp/clip_image001.png"></p>',
    'text/plain': 'Three',
    'text/rtf': `{\\rtf1 {\\pict\\pngblip ${buffer.toString('hex')}}}`,
  })
  await expect(images(writing.page)).toHaveCount(1)
})

test('an image pasted in a footnote is below the paragraph that refers to it', async ({ write }) => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const line = { type: 'paragraph', children: [{ text: 'One' }, reference, { text: ' two.' }] }
  const note = { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] }
  const writing = await write([line, note])
  await writing.text.locator('.editor-footnote').click()
  await paste(writing, [await drawing('a.png')])
  await expect(images(writing.page)).toHaveCount(1)
  const content = await writing.saved()
  expect([...content.slice(0, 2), content.at(-1)]).toEqual([line, image(), note])
})

test('dropped files are inserted at the indicator line', async ({ write }) => {
  const { page, text, saved } = await write([paragraph('One.'), paragraph('Two.'), paragraph('Three.')])
  const file = toTransfer(await drawing('a.png'))
  const transfer = await page.evaluateHandle(({ name, type, base64 }) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name, { type }))
    return data
  }, file)
  const two = await text.getByText('Two.').boundingBox()
  const place = { clientX: two?.x ?? 0, clientY: (two?.y ?? 0) + 2 }
  await text.dispatchEvent('dragover', { dataTransfer: transfer, ...place })
  const line = page.locator('.editor-drop-line')
  await expect(line).toBeVisible()
  const shown = (await line.boundingBox())?.y ?? 0
  expect(shown).toBeLessThan(two?.y ?? 0)
  expect(shown).toBeGreaterThan((await text.getByText('One.').boundingBox())?.y ?? 0)
  await text.dispatchEvent('drop', { dataTransfer: transfer, ...place })
  await expect(line).toHaveCount(0)
  await expect(images(page)).toHaveCount(1)
  expect(await saved()).toEqual([paragraph('One.'), image(), paragraph('Two.'), paragraph('Three.')])
})

test('an image is selected, described and removed by keyboard', async ({ write }) => {
  const stored = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
  const { page, text, saved } = await write([paragraph('Above.'), stored, stored, paragraph('Below.')])
  await expect(page.getByRole('button', { name: '2 images have no description' })).toBeVisible()
  const selected = page.locator('[contenteditable] [data-selected]')
  // A busy browser reports a moved caret late. A key pressed before that would skip the picture.
  await expect(async () => {
    await moveCaret(page, 'ControlOrMeta+End')
    await moveCaret(page, 'Home')
    await moveCaret(page, 'ArrowUp')
    await expect(selected).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Delete')
  await expect(page.locator('[contenteditable] img')).toHaveCount(1)

  await page.getByRole('button', { name: '1 image has no description' }).press('Enter')
  await expect(page.getByLabel('Image description')).toBeFocused()
  await page.keyboard.type('A ferry at dusk')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await expect(selected).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'no description' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Between.')
  await page.locator('[contenteditable] img').click()
  await expect(selected).toHaveCount(1)
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' The end.')
  expect(await saved()).toEqual([
    paragraph('Above.'),
    { ...stored, alt: 'A ferry at dusk' },
    paragraph('Between.'),
    paragraph('Below. The end.'),
  ])
})

test('Backspace and Delete beside an image select it first; at the start of the text, Backspace ends a heading', async ({
  write,
}) => {
  const stored = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
  const dusk = { type: 'heading-two', children: [{ text: 'Dusk' }] }
  const { page, text, saved } = await write([dusk, stored, paragraph('Below.')])
  const selected = page.locator('[contenteditable] [data-selected]')
  await expect(page.locator('.editor-footer')).toContainText('2 words')
  await text.getByText('Below.').click()
  await moveCaret(page, 'Home')
  await page.keyboard.press('Backspace')
  await expect(selected).toHaveCount(1)
  await text.getByText('Dusk').click()
  await moveCaret(page, 'End')
  await page.keyboard.press('Delete')
  await expect(selected).toHaveCount(1)
  await page.keyboard.press('Delete')
  await expect(page.locator('[contenteditable] img')).toHaveCount(0)
  await text.getByText('Dusk').click()
  await moveCaret(page, 'Home')
  await page.keyboard.press('Backspace')
  expect(await saved()).toEqual([paragraph('Dusk'), paragraph('Below.')])
})

test('undo restores a removed image with its description', async ({ write }) => {
  const stored = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
  const { page, text, saved } = await write([paragraph('Above.'), stored, paragraph('Below.')])
  const image = page.locator('[contenteditable] img')
  await page.getByLabel('Image description').fill('A ferry at dusk')
  await page.locator('[contenteditable]').getByRole('button', { name: 'Remove image' }).click()
  await expect(image).toHaveCount(0)
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(image).toHaveCount(1)
  expect(await saved()).toEqual([
    paragraph('Above.'),
    { ...stored, alt: 'A ferry at dusk' },
    paragraph('Below.'),
  ])
})
