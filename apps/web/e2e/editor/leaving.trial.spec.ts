import type { Browser } from '@playwright/test'
import { paragraph } from '../content.ts'
import { signInPage, type TestSite } from '../test-site.ts'
import { BEGIN, soon, TYPED } from './leaving/scene.ts'
import { newWays, ways } from './leaving/ways.ts'
import { body, expectChanges, readCopy, recovery } from './saving.ts'
import { expect, test } from './test.ts'

// On every way of leaving, the typed text reaches the server and opens on another device.

test.describe.configure({ mode: 'parallel' })

for (const [way, leave] of ways) {
  test(`the words of an article left ${way} are on the server`, async ({ write, context, site, browser }) => {
    const { page, id } = await write([paragraph(BEGIN)])
    if (!/Back|Forward/.test(way)) await page.keyboard.type(TYPED)
    await leave({ page, context, site, id })

    await expectOnServer(async () => (await (await readCopy(site, id)).json()).content)
    await expectElsewhere(browser, site, `/admin/draft/edit/${id}`)
  })
}

const expectOnServer = (read: () => Promise<unknown>) =>
  expect.poll(async () => JSON.stringify(await read()) ?? '', { timeout: 10_000 }).toContain(TYPED.trim())

/** Expects the text on another device, without a question. */
async function expectElsewhere(browser: Browser, site: TestSite, address: string) {
  const device = await browser.newContext({ baseURL: site.stack.url })
  const page = await device.newPage()
  await signInPage(page, site.token)
  await page.goto(address)
  await expect(body(page)).toContainText(TYPED.trim())
  await expectChanges(page)
  await expect(recovery(page)).toBeHidden()
  await device.close()
}

for (const [way, leave] of newWays) {
  test(`the words of a new article left ${way} are on the server`, async ({
    page,
    context,
    site,
    browser,
  }) => {
    await page.goto('/admin/new-draft')
    await body(page).click()
    const title = `The Night Ferry, left ${way}`
    await page.getByLabel('Title', { exact: true }).fill(title)
    await body(page).click()
    await page.keyboard.type(BEGIN + TYPED)
    await soon(page)
    await leave({ page, context, site })

    const find = async () => {
      const begun: { key: string; title: string }[] = await (
        await site.api.get('/admin/working-copies')
      ).json()
      return begun.find((one) => one.title === title)?.key
    }
    await expect.poll(find).toBeTruthy()
    const key = await find()
    await expectOnServer(
      async () => (await (await site.api.get(`/admin/working-copies/${key}`)).json()).content,
    )
    await expectElsewhere(browser, site, `/admin/new-draft?copy=${key}`)
  })
}
