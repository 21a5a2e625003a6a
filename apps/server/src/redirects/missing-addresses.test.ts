import { beforeEach, expect, test } from 'vitest'
import { db, dependencies, testApp } from '../testing.ts'

const app = await testApp()
const { missing_addresses } = dependencies

beforeEach(async () => {
  await missing_addresses.flush()
  await db.deleteFrom('missing_addresses').execute()
})

async function counted() {
  await missing_addresses.flush()
  const rows = await db.selectFrom('missing_addresses').select(['path', 'requests']).orderBy('path').execute()
  return Object.fromEntries(rows.map(({ path, requests }) => [path, requests]))
}

const ask = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } })

test('addresses that were asked for and not found are counted, in one form', async () => {
  await ask('/2019/05/the-ferry')
  await ask('/2019/05/the-ferry/?utm_source=letter')
  await ask('/wp-content/uploads/lamp.jpg', 'image/webp')
  await ask('/tag/harbour')
  await ask('/?p=77')
  expect(await counted()).toEqual({
    '/2019/05/the-ferry': 2,
    '/?p=77': 1,
    '/tag/harbour': 1,
    '/wp-content/uploads/lamp.jpg': 1,
  })

  await ask('/2019/05/the-ferry')

  expect(await counted()).toMatchObject({ '/2019/05/the-ferry': 3 })
})

test.each([
  '/privacy',
  '/post/999999',
  '/admin/nowhere',
  '/api/nowhere',
  '/wp-login.php',
  '/.env',
  '/.git/config',
  '/backup.zip',
  '/newsletter/ada@example.org',
  '/newsletter/ada%40example.org',
  '/reset/3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c',
  `/${'long-'.repeat(60)}`,
])('%s is not counted', async (address) => {
  await ask(address)

  expect(await counted()).toEqual({})
})

test('a flood of random addresses fills no memory and no table', async () => {
  for (let n = 0; n < 5_000; n++) missing_addresses.note(`/flood/${n}`)
  expect(Object.keys(await counted())).toHaveLength(500)

  for (let batch = 0; batch < 6; batch++) {
    missing_addresses.note('/asked-for-often')
    for (let n = 0; n < 500; n++) missing_addresses.note(`/flood/${batch}/${n}`)
    await missing_addresses.flush()
  }

  const all = await counted()
  expect(Object.keys(all)).toHaveLength(2_000)
  expect(all['/asked-for-often']).toBe(6)
})
