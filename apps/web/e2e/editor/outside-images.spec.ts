import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { admin, startTestSite } from '../test-site.ts'
import { image, images } from './images.ts'
import { test as base, expect, moveCaret, nextFrame, type Writing } from './test.ts'

/** Another site, which has a picture of every name, unless it is told not to answer or to return a 404. */
interface OutsideSite {
  origin: string
  lost: Set<string>
  /** Holds all answers until the returned function is called. */
  hold(): () => void
}

/** The worker may fetch from this site, although it has a local address. */
const test = base.extend<object, { outside: OutsideSite }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright writes a fixture that needs no other
    async ({}, use) => {
      const { buffer } = await drawing('outside.png')
      const lost = new Set<string>()
      let held = Promise.resolve()
      const server = createServer(async ({ url = '' }, response) => {
        await held
        if (lost.has(url)) response.writeHead(404).end()
        else response.end(buffer)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo // it listens on TCP
      const hold = () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        held = promise
        return resolve
      }
      await use({ origin: `http://127.0.0.1:${port}`, lost, hold })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ outside }, use) => {
      await using site = await startTestSite([], admin, { TRUSTED_IMAGE_ORIGINS: outside.origin })
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const paste = ({ text }: Writing, html: string) =>
  text.evaluate((field, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

const offers = (page: Page) => page.getByRole('group', { name: /^Image of / })

test('images of another site are copied on request, as one undo step, while the author edits and removes one', {
  tag: '@slow',
}, async ({ write, outside }) => {
  const writing = await write([paragraph('Above.')])
  const { page, text, saved } = writing
  const [a, b] = [`${outside.origin}/a.png`, `${outside.origin}/b.png`]
  await paste(
    writing,
    `<p>Then.</p><img src="${a}" alt="A lamp"><img src="${b}"><img src="${a}"><p>Below.</p>`,
  )
  await expect(offers(page)).toHaveCount(3)
  await expect(offers(page).first()).toContainText(
    `Kept by ${new URL(a).host}, and not shown before it is copied`,
  )
  await page.getByRole('group', { name: 'Paste' }).getByRole('button', { name: 'Close' }).click()
  await expectNoBarrierAt(page, [320, 1280], '.editor')

  const release = outside.hold()
  await offers(page).first().getByRole('button', { name: 'Copy 2 images' }).click()
  await expect(offers(page).getByText('Copying…')).toHaveCount(2)
  await expect(offers(page).getByText('Waiting to be copied')).toHaveCount(1)
  await text.getByText('Below.').click()
  await moveCaret(page, 'End')
  await page.keyboard.type(' Still')
  release()
  await expect(images(page)).toHaveCount(3)
  await page.keyboard.type(' here.')
  await expect(text).toContainText('Below. Still here.')
  await expect(offers(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Copied 2 images to this site.' })).toBeAttached()

  const copies = [{ ...image(), alt: 'A lamp' }, image(), image()]
  const content = [paragraph('Above.Then.'), ...copies, paragraph('Below. Still here.')]
  expect(await saved()).toEqual(content)

  await text.getByText('Below.').click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).not.toContainText('here.')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(offers(page)).toHaveCount(3)
  await expect(text).toContainText('Below. Still')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(images(page)).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+z')

  const letGoAgain = outside.hold()
  await offers(page).first().getByRole('button', { name: 'Copy 2 images' }).press('Enter')
  await expect(offers(page).getByText('Copying…')).toHaveCount(2)
  await expect(offers(page).first().getByRole('button', { name: 'Copy to this site' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove image' }).first().press('Enter')
  await expect(offers(page)).toHaveCount(2)
  letGoAgain()
  await expect(images(page)).toHaveCount(2)
  expect(await saved()).toEqual([paragraph('Above.Then.'), image(), image(), paragraph('Below. Still')])
})

test('a failed copy shows the reason and is retried by keyboard', { tag: '@slow' }, async ({
  write,
  outside,
}) => {
  let referrer: string | undefined
  const url = 'https://pictures.example/dusk.png'
  const dusk = { type: 'image', url, alt: 'Dusk', children: [{ text: '' }] }
  const { buffer } = await drawing('dusk.png')
  const writing = await write()
  const { page, saved } = writing
  await page.route(url, async (route) => {
    referrer = (await route.request().allHeaders()).referer
    await route.fulfill({ body: buffer, contentType: 'image/png' })
  })
  await paste(writing, `<img src="${outside.origin}/lamp.png"><img src="${url}" alt="Dusk"><p>Below.</p>`)
  const shown = page.getByRole('img', { name: 'Dusk' })
  await expect(shown).toHaveJSProperty('naturalWidth', 60)
  await expect(shown).toHaveAttribute('loading', 'lazy')
  expect(referrer).toBeUndefined()

  outside.lost.add('/lamp.png')
  const offer = offers(page).first()
  const button = offer.getByRole('button').first()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(offer).toContainText('There is nothing at this address.')
  await expect(button).toHaveText('Try again')
  await expect(
    page.getByRole('status').filter({ hasText: 'Could not copy an image: There is' }),
  ).toBeAttached()
  await expect(button).toBeFocused()
  outside.lost.clear()
  await page.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(images(page)).toHaveCount(1)
  // The focus moves from there to the image, and typing continues below it.
  await expect(writing.text).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Between.')
  await nextFrame(page)
  expect(await saved()).toEqual([image(), paragraph('Between.'), dusk, paragraph('Below.')])
})
