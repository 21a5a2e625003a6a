import { expect, type Locator, type Page } from '@playwright/test'
import { type Answers, answer, restore } from '../calls.ts'
import { badge } from '../regions.ts'
import { bucket, status, worker } from '../system.ts'
import { test } from '../test.ts'

const SCREEN = '/admin/settings'

const bucketBars = [
  { usage_percentage: 70, colour: 'bg-meter', width: 70 },
  { usage_percentage: 70.1, colour: 'bg-warning-solid', width: 70.1 },
  { usage_percentage: 90, colour: 'bg-warning-solid', width: 90 },
  { usage_percentage: 90.1, colour: 'bg-danger', width: 90.1 },
  { usage_percentage: 130, colour: 'bg-danger', width: 100 },
]

test('a bucket has a bar of its usage in the colour of its degree, and none without a limit', async ({
  stage,
}) => {
  const page = await stage.visit({ screen: SCREEN })
  const block = page.getByRole('region', { name: 'System Status' })
  const bar = page.getByRole('meter', { name: 'Storage usage' })
  for (const { usage_percentage, colour, width } of bucketBars) {
    await answerNext(page, block, { system: { status: status({ s3: bucket({ usage_percentage }) }) } })
    await expect(bar, `${usage_percentage} %`).toHaveAttribute('aria-valuenow', String(width))
    await expect(bar.locator(`.${colour}`)).toHaveAttribute('style', new RegExp(`width: ${width}%`))
  }
  await answerNext(page, block, { system: { status: status({ s3: bucket({ max_size_bytes: 0 }) }) } })
  await expect(bar).toHaveCount(0)
  await expect(page.getByText(/1,234 objects/)).toBeVisible()
})

const diskBars = [
  { used: 70, colour: 'bg-success' },
  { used: 71, colour: 'bg-warning-solid' },
  { used: 91, colour: 'bg-danger' },
]

test('a disk has a bar in the colour of its degree', async ({ stage }) => {
  const page = await stage.visit({ screen: SCREEN })
  const block = page.getByRole('region', { name: 'Storage Management' })
  for (const { used, colour } of diskBars) {
    await answerNext(page, block, { system: { diskSpace: { total: 100, available: 100 - used } } })
    await expect(page.getByText(`${used}.00 B of 100.00 B`)).toBeVisible()
    await expect(page.getByRole('meter', { name: 'Disk Usage' }).locator(`.${colour}`)).toBeVisible()
  }
})

/** Refreshes a block of the screen, which gets these answers. */
async function answerNext(page: Page, block: Locator, answers: Answers) {
  restore(page)
  await answer(page, answers)
  await block.getByRole('button', { name: 'Refresh' }).click()
}

test('workers are green when running, red in error and yellow otherwise, in any letter case', async ({
  stage,
}) => {
  const answers = { workers: { status: ['RUNNING', 'Error', 'stopped'].map((state) => worker(state)) } }
  const page = await stage.visit({ screen: SCREEN, state: { fixture: 'the answers of this test', answers } })
  for (const [state, tone] of [
    ['RUNNING', 'text-success'],
    ['Error', 'text-danger'],
    ['stopped', 'text-warning'],
  ] as const) {
    const card = page.getByRole('region', { name: 'Worker Management' }).getByRole('listitem')
    await expect(badge(card.filter({ hasText: `worker ${state}` }), state)).toHaveClass(
      new RegExp(`\\b${tone}\\b`),
    )
  }
})

for (const screen of ['/admin/workers', '/admin/settings#worker-management']) {
  test(`${screen} scrolls to the workers in the settings`, async ({ stage }) => {
    const page = await stage.open({ screen })
    await expect(page).toHaveURL(/\/admin\/settings#worker-management$/)
    const heading = page.getByRole('heading', { name: 'Worker Management' })
    await expect(heading).toBeInViewport()
  })
}
