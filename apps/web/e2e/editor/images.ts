import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './test.ts'

export interface ImageFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function drawing(name: string, width = 60, height = 40): Promise<ImageFile> {
  const image = sharp({ create: { width, height, channels: 3, background: '#23356F' } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** Presses the toolbar’s Image button and chooses files in the window that it opens. */
export async function choose(page: Page, ...files: ImageFile[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('toolbar').getByRole('button', { name: 'Image', exact: true }).click()
  await (await chooser).setFiles(files)
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
