import { paragraph } from '../content.ts'
import { expect, extend, moveCaret, nextFrame, test } from './test.ts'

test.use({ isShared: true })

test('the link key finds articles by title and accepts URLs; without a selection it opens the palette', {
  tag: '@journey',
}, async ({ site, write }) => {
  const data = { title: 'The Lamp Keeper', content: [paragraph('Rain.')] }
  const { article } = await (await site.api.post('/admin/articles', { data })).json()
  await site.api.put(`/admin/articles/${article.id}/publish`)
  const { page, text, saved } = await write([paragraph('Read the keeper and the ferry.')])

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Search or jump to…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(text).toBeFocused()
  // The caret has not moved.
  await page.keyboard.type('!')
  await expect(text).toHaveText('Read the keeper and the ferry.!')
  await page.keyboard.press('Backspace')

  const field = page.getByRole('combobox', { name: 'Link URL' })
  await moveCaret(page, 'Home')
  await extend(page, 'ArrowRight', 'Read'.length)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('lamp')
  const option = page.getByRole('option', { name: 'The Lamp Keeper' })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await expect(text.locator('a')).toHaveText('Read')

  // In a link the same key edits it.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveValue(`/post/${article.id}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await moveCaret(page, 'End')
  await extend(page, 'ArrowLeft', 'ferry.'.length)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('cannot be linked to')
  await field.fill('example.org/ferry')
  await page.keyboard.press('Enter')
  expect(await saved()).toMatchObject([
    {
      children: [
        { text: '' },
        { type: 'link', url: `/post/${article.id}`, children: [{ text: 'Read' }] },
        { text: ' the keeper and the ' },
        { type: 'link', url: 'https://example.org/ferry', children: [{ text: 'ferry.' }] },
        { text: '' },
      ],
    },
  ])
})

/** In Safari the last key comes after the composition, with this code. */
const OF_INPUT_METHODS = [{ isComposing: true }, { keyCode: 229 }]

test('Enter that ends the conversion of an input method leaves neither a URL nor a description', async ({
  write,
}) => {
  const image = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
  const { page } = await write([image, paragraph('The ferry leaves.')])
  const description = page.getByLabel('Image description')
  await description.focus()
  await description.fill('A lamp')
  for (const sign of OF_INPUT_METHODS)
    for (const key of ['Enter', 'Escape']) await description.dispatchEvent('keydown', { key, ...sign })
  await expect(description).toBeFocused()
  await expect(description).toHaveValue('A lamp')

  await page.locator('[contenteditable]').first().focus()
  await moveCaret(page, 'ControlOrMeta+End')
  await extend(page, 'ArrowLeft', 3)
  await page.keyboard.press('ControlOrMeta+k')
  const url = page.getByRole('combobox', { name: 'Link URL' })
  await url.fill('/privacy')
  for (const sign of OF_INPUT_METHODS) await url.dispatchEvent('keydown', { key: 'Enter', ...sign })
  await expect(url).toBeFocused()
})

test('Enter that ends the conversion of an input method stays in the title', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const title = page.getByLabel('Title', { exact: true })
  await title.focus()
  for (const sign of OF_INPUT_METHODS) await title.dispatchEvent('keydown', { key: 'Enter', ...sign })
  await expect(title).toBeFocused()
})

test('the form of a link closes when the caret moves to another one, whose URL it would replace', async ({
  write,
}) => {
  const link = (text: string) => ({ type: 'link', url: `https://${text}.example/`, children: [{ text }] })
  const children = [{ text: 'A ' }, link('first'), { text: ' and a ' }, link('second'), { text: ' one.' }]
  const { page, text } = await write([{ type: 'paragraph', children }])
  const field = page.getByRole('combobox', { name: 'Link URL' })
  await text.getByText('first').click()
  await nextFrame(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveValue('https://first.example/')
  await text.getByText('second').click()
  await expect(field).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toHaveValue('https://second.example/')
})

test('without a caret a link is put at the end of the text, and below a selected scene break', async ({
  write,
}) => {
  const { page, text, saved } = await write([paragraph('One.'), paragraph('***'), paragraph('Two.')])
  const link = async (path: string) => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Link' }).click()
    await page.keyboard.type(path)
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused()
  }
  await page.reload()
  await expect(page.locator('.editor-footer')).not.toBeEmpty()
  await link('/end')
  await text.locator('hr').click()
  await link('/below')
  const linked = (url: string) => ({ type: 'link', url, children: [{ text: url }] })
  expect(await saved()).toMatchObject([
    paragraph('One.'),
    paragraph('***'),
    { children: [{ text: '' }, linked('/below'), { text: '' }] },
    { children: [{ text: 'Two.' }, linked('/end'), { text: '' }] },
  ])
})
