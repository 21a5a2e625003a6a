import { expect } from '@playwright/test'
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

for (const { usage_percentage, colour, width } of bucketBars) {
  test(`a bucket that is ${usage_percentage} % full has a bar of ${width} % in ${colour}`, async ({
    stage,
  }) => {
    const answers = { system: { status: status({ s3: bucket({ usage_percentage }) }) } }
    const page = await stage.open({ screen: SCREEN, state: { fixture: 'the answers of this test', answers } })
    const bar = page.getByRole('meter', { name: 'Storage usage' })
    await expect(bar).toHaveAttribute('aria-valuenow', String(width))
    await expect(bar.locator(`.${colour}`)).toHaveAttribute('style', new RegExp(`width: ${width}%`))
  })
}

test('a bucket without a limit has no bar', async ({ stage }) => {
  const answers = { system: { status: status({ s3: bucket({ max_size_bytes: 0 }) }) } }
  const page = await stage.open({ screen: SCREEN, state: { fixture: 'the answers of this test', answers } })
  await expect(page.getByText(/1,234 objects/)).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Storage usage' })).toHaveCount(0)
})

const diskBars = [
  { used: 70, colour: 'bg-success' },
  { used: 71, colour: 'bg-warning-solid' },
  { used: 91, colour: 'bg-danger' },
]

for (const { used, colour } of diskBars) {
  test(`a disk that is ${used} % full has a bar in ${colour}`, async ({ stage }) => {
    const answers = { system: { diskSpace: { total: 100, available: 100 - used } } }
    const page = await stage.open({ screen: SCREEN, state: { fixture: 'the answers of this test', answers } })
    await expect(page.getByRole('meter', { name: 'Disk Usage' }).locator(`.${colour}`)).toBeVisible()
    await expect(page.getByText(`${used}.00 B of 100.00 B`)).toBeVisible()
  })
}

test('workers are green when running, red in error and yellow otherwise, in any letter case', async ({
  stage,
}) => {
  const answers = { workers: { status: ['RUNNING', 'Error', 'stopped'].map((state) => worker(state)) } }
  const page = await stage.open({ screen: SCREEN, state: { fixture: 'the answers of this test', answers } })
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
