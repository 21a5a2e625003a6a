import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { body, publish, read, save } from './saving.ts'
import { expect, test } from './test.ts'

// A new story is saved, the answer is lost, and the save is sent again by itself.

/** Saves a new story: the server creates the article, but the browser receives no answer. `meanwhile` runs before it knows. */
async function saveUnanswered(page: Page, meanwhile: (id: number) => Promise<unknown>): Promise<number> {
  const made = Promise.withResolvers<number>()
  await page.route(
    '**/trpc/articles.create*',
    async (route) => {
      const answer = await route.fetch()
      const [call] = await answer.json()
      const { id } = call.result.data
      await meanwhile(id)
      made.resolve(id)
      await route.abort()
    },
    { times: 1 },
  )
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill(TITLE)
  await body(page).click()
  await page.keyboard.type('It leaves.')
  await save(page)
  await expect(page.getByText('Failed to save article')).toBeVisible()
  return made.promise
}

const saved = (page: Page) => expect(page.getByText('Article saved successfully')).toBeVisible()
/** The articles of this test in the shared list, by their title. */
const TITLE = 'The Unanswered Ferry'
const begun = (page: Page) => page.getByRole('row', { name: 'Unanswered' }).getByText('Draft kept')

test('the second save is one of the article that the first has created, with the text typed since', async ({
  page,
  site,
}) => {
  const id = await saveUnanswered(page, () => page.keyboard.type(' Nobody waves.'))
  await saved(page)
  expect((await read(site, id)).content).toEqual([paragraph('It leaves. Nobody waves.')])
  await page.goto('/admin/articles')
  await expect(page.getByRole('row', { name: TITLE })).toHaveCount(1)
  await expect(begun(page)).toBeHidden()
  await site.api.delete(`/admin/articles/${id}`)
})

test('changes of others meanwhile are merged, and nothing is created twice', async ({ page, site }) => {
  const theirs = { title: 'The Unanswered Night Ferry', base_version: 1 }
  const id = await saveUnanswered(page, async (id) => {
    await site.api.put(`/admin/articles/${id}`, { data: theirs })
    await page.keyboard.type(' Nobody waves.')
  })
  await saved(page)
  expect(await read(site, id)).toMatchObject({
    title: 'The Unanswered Night Ferry',
    content: [paragraph('It leaves. Nobody waves.')],
  })
  await page.goto('/admin/articles')
  await expect(page.getByRole('row', { name: /Unanswered/ })).toHaveCount(1)
  await expect(begun(page)).toBeHidden()
  await site.api.delete(`/admin/articles/${id}`)
})

test('the address of a new story redirects to its article, and never creates another under its key', async ({
  page,
}) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Lamp')
  await expect(page).toHaveURL(/copy=/)
  const address = page.url()
  await save(page)
  await saved(page)
  await page.goto(address)
  await expect(page).toHaveURL(/\/admin\/draft\/edit\/\d+$/)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The Lamp')
  await publish(page)
  await expect(page.getByText('Article published successfully')).toBeVisible()
})
