import type { Page, Route } from '@playwright/test'
import { drawing, type ImageFile } from '../drawing.ts'
import { openFileChooser } from '../file-chooser.ts'
import type { TestSite } from '../test-site.ts'
import { expect } from './test.ts'

/** Presses the toolbar’s Image button and chooses files in the file chooser. */
export async function choose(page: Page, ...files: ImageFile[] | string[]) {
  const button = page.getByRole('toolbar').getByRole('button', { name: 'Image', exact: true })
  const chooser = await openFileChooser(page, () => button.click())
  await chooser.setFiles(files)
}

export const toTransfer = ({ name, mimeType, buffer }: ImageFile) => ({
  name,
  type: mimeType,
  base64: buffer.toString('base64'),
})

export const images = (page: Page) => page.locator('[contenteditable] img[src^="/api/uploads/"]')

export const image = (width = 60, height = 40) => ({
  type: 'image',
  filename: expect.stringMatching(/^[a-z2-7]{26}\.png$/),
  width,
  height,
  children: [{ text: '' }],
})

/** @returns the id of an uploaded image */
export async function storeImage({ api }: TestSite): Promise<number> {
  const answer = await api.post('/admin/upload', { multipart: { file: await drawing('moss.png', 30, 20) } })
  return (await answer.json()).data.image_id
}

/** Holds uploads until they are released, and counts the waiting ones. */
export async function holdUploads(page: Page) {
  const held: Route[] = []
  await page.route('**/admin/upload', (route) => void held.push(route))
  return {
    count: () => held.length,
    async release(answer: 'continue' | 'abort' | 429 | 503 = 'continue') {
      const route = held.shift()
      if (answer === 'continue') await route?.continue()
      else if (answer === 'abort') await route?.abort()
      else await route?.fulfill({ status: answer, json: { success: false, error: 'No', code: 'ANY' } })
    },
  }
}
