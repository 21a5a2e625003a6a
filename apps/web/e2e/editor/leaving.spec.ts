import type { Browser } from '@playwright/test'
import { paragraph } from '../content.ts'
import { type Desk, signInPage } from '../desk.ts'
import { BEGIN, soon, TYPED } from './leaving/scene.ts'
import { newWays, ways } from './leaving/ways.ts'
import { body, offer, readCopy } from './saving.ts'
import { expect, test } from './test.ts'

// However a text is left, what was typed is on the server, and opens elsewhere.

test.describe.configure({ mode: 'parallel' })

for (const [way, leave] of ways) {
  test(`an article that is left ${way}: the words are on the server`, async ({
    write,
    context,
    desk,
    browser,
  }) => {
    const { page, id } = await write([paragraph(BEGIN)])
    if (!/Back|Forward/.test(way)) await page.keyboard.type(TYPED)
    await leave({ page, context, desk, id })

    await expectOnServer(async () => (await (await readCopy(desk, id)).json()).content)
    await expectElsewhere(browser, desk, `/admin/draft/edit/${id}`)
  })
}

const expectOnServer = (read: () => Promise<unknown>) =>
  expect.poll(async () => JSON.stringify(await read()) ?? '', { timeout: 10_000 }).toContain(TYPED.trim())

/** On another device it stands there, and nothing is asked. */
async function expectElsewhere(browser: Browser, desk: Desk, address: string) {
  const device = await browser.newContext({ baseURL: desk.stack.url })
  const page = await device.newPage()
  await signInPage(page, desk.token)
  await page.goto(address)
  await expect(body(page)).toContainText(TYPED.trim())
  await expect(page.getByRole('region', { name: 'Unpublished changes' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await device.close()
}

for (const [way, leave] of newWays) {
  test(`a new article that is left ${way}: the words are on the server`, async ({
    page,
    context,
    desk,
    browser,
  }) => {
    await page.goto('/admin/new-draft')
    await body(page).click()
    const title = `The Night Ferry, left ${way}`
    await page.getByLabel('Title', { exact: true }).fill(title)
    await body(page).click()
    await page.keyboard.type(BEGIN + TYPED)
    await soon(page)
    await leave({ page, context, desk })

    const find = async () => {
      const begun: { key: string; title: string }[] = await (
        await desk.api.get('/admin/working-copies')
      ).json()
      return begun.find((one) => one.title === title)?.key
    }
    await expect.poll(find).toBeTruthy()
    const key = await find()
    await expectOnServer(
      async () => (await (await desk.api.get(`/admin/working-copies/${key}`)).json()).content,
    )
    await expectElsewhere(browser, desk, `/admin/new-draft?copy=${key}`)
  })
}
