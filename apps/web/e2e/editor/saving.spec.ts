import { paragraph } from '../content.ts'
import { admin, signIn, write as writeArticle } from '../test-site.ts'
import {
  body,
  chooseMore,
  crash,
  expectChanges,
  more,
  open,
  press,
  read,
  readCopy,
  recovery,
  save,
  status,
  updated,
} from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// Typed text survives a crash of the page at any moment.

test('a menu says since when there are changes that no version has, compares them, and discards them with Undo', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await expectChanges(page, false)
  await body(page).focus()
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Kept')
  await page.reload()
  await more(page).click()
  await expect(page.getByText(/^Changes since (\w+ \d+, \d+, )?\d+:\d\d .M$/)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your changes' })
  await expect(dialog.locator('ins')).toContainText('Nobody waves.')
  await press(page, 'Close')

  await chooseMore(page, 'Discard')
  await expect(body(page)).toHaveText('The ferry leaves.')
  await expectChanges(page, false)
  expect((await readCopy(site, id)).status()).toBe(404)
  await page.getByText('Undo', { exact: true }).click()
  await expect(body(page)).toHaveText('The ferry leaves. Nobody waves.')
  await expect(status(page)).toHaveText('Kept')
  await expectChanges(page)
  expect((await readCopy(site, id)).status()).toBe(200)
})

test('the list and the dashboard show changes of a draft until they are saved', { tag: '@slow' }, async ({
  write,
}) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const row = page.getByRole('row', { name: /A draft/ }).first()
  await page.keyboard.type(' Nobody waves.')
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(row).toContainText('Changes kept')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(row).toContainText('Changes kept')
  await page.getByRole('link', { name: 'Continue: A draft' }).click()
  await expect(body(page)).toHaveText('The ferry leaves. Nobody waves.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Changes kept')
})

test('text that was left offline is kept when the line is back, on whichever screen', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.goto('/admin/articles')
  await page.locator(`a[href$="/edit/${id}"]`).click()
  await expect(body(page)).toContainText('The ferry leaves.')
  await page.context().setOffline(true)
  await body(page).focus()
  await page.keyboard.type('Nobody waves. ')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await page.getByRole('link', { name: 'Articles' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(async () => (await readCopy(site, id)).text()).toContain('Nobody waves.')
})

test('an article in the trash cannot be edited', { tag: '@slow' }, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await site.api.delete(`/admin/articles/${id}`)
  await page.reload()
  await expect(page.getByText('This article is in the trash. Restore it to edit it.')).toBeVisible()
  await expect(body(page)).toBeHidden()
  await press(page, /^Restore/)
  await expect(body(page)).toHaveText('The ferry leaves.')
})

test('readers see changes of a published article only when they are published, and the screen says so', {
  tag: '@journey',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')], { isPublished: true })
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Kept')
  await expect(page.getByRole('button', { name: 'Publish changes…' })).toBeVisible()
  const readers = async () => (await site.api.get(`/post/${id}`)).text()
  expect(await readers()).not.toContain('Nobody waves.')

  await save(page)
  await expect(updated(page)).toBeVisible()
  await expect(status(page)).toHaveText('Kept')
  expect(await readers()).toContain('Nobody waves.')
  expect((await readCopy(site, id)).status()).toBe(404)
})

test('the page of the article warns of changes that are not in its version, until they are saved or discarded', {
  tag: '@slow',
}, async ({ page, site }) => {
  const id = await writeArticle(site.api, { title: 'A draft', content: [paragraph('The ferry leaves.')] })
  const notice = page.getByRole('region', { name: 'Your changes' })
  await page.goto(`/admin/draft/${id}`)
  await expect(page.getByRole('article')).toBeVisible()
  await expect(notice).toBeHidden()
  const writeMore = async (words: string) => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await body(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(words)
    await expect(status(page)).toHaveText('Kept')
    await page.goBack()
  }
  await writeMore(' Nobody waves.')
  await expect(notice).toContainText(
    /Your changes from (\w+ \d+, \d+, )?\d+:\d\d .M are kept, and not shown here/,
  )
  await expect(notice).toContainText('Publish and Schedule send out version 1 without them.')
  await notice.getByRole('link', { name: 'Continue writing' }).click()
  await chooseMore(page, 'Discard')
  await expect(body(page)).toHaveText('The ferry leaves.')
  await page.goBack()
  await expect(notice).toBeHidden()

  await writeMore(' Somebody waves.')
  await site.api.put(`/admin/articles/${id}/publish`)
  await page.reload()
  await expect(notice).toContainText('Readers see them when you publish them.')
  expect((await read(site, id)).content).toEqual([paragraph('The ferry leaves.')])
  await notice.getByRole('link', { name: 'Continue writing' }).click()
  await expect(body(page)).toHaveText('The ferry leaves. Somebody waves.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article')).toContainText('Somebody waves.')
  await expect(notice).toBeHidden()
})

test('offline the text is stored on the device, and sent to the server when online again', {
  tag: '@journey',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.context().setOffline(true)
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await page.context().setOffline(false)
  await expect(status(page)).toHaveText('Kept')
  const copy = await (await readCopy(site, id)).json()
  expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  expect((await read(site, id)).version_number).toBe(1)
})

test('Save pressed offline is done when online again', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.context().setOffline(true)
  await page.keyboard.type(' Nobody waves.')
  await save(page)
  await expect(page.getByText('Failed to update article')).toBeVisible()
  await page.context().setOffline(false)
  await expect(updated(page)).toBeVisible()
  const { version_number, content } = await read(site, id)
  expect({ version_number, content }).toEqual({
    version_number: 2,
    content: [paragraph('The ferry leaves. Nobody waves.')],
  })
})

test('what is written on another device is merged while a title is typed, which goes on', async ({
  write,
  site,
}) => {
  const { page, id, text } = await write([paragraph('One.'), paragraph('Two.')])
  const title = page.getByLabel('Title', { exact: true })
  await title.press('End')
  await page.keyboard.type(' of')
  await expect(status(page)).toHaveText('Kept')
  const theirs = { title: 'A draft of', content: [paragraph('One.'), paragraph('Two. Theirs.')] }
  await site.api.put(`/admin/articles/${id}/working-copy`, { data: { ...theirs, base_version: 1 } })
  await page.keyboard.type(' the ')
  await expect(text).toContainText('Theirs.')
  await page.keyboard.type('sea')
  await expect(title).toHaveValue('A draft of the sea')
  await expect(title).toBeFocused()
})

test('whoever types on while a conflict is found chooses nothing by it', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const theirs = { content: [paragraph('The ferry leaves. Theirs.')], working_copy_revision: 0 }
  await site.api.put(`/admin/articles/${id}`, { data: theirs })
  await page.keyboard.type(' Mine.')
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'The same place was changed twice' })
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Both', pressed: true })).toBeVisible()
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  expect((await read(site, id)).content).toHaveLength(2)
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('a page without https, whose device keeps nothing, is written on and left', { tag: '@slow' }, async ({
    page,
    site,
  }) => {
    const token = await signIn(site.stack, admin)
    // What browsers give to such a page.
    await page.addInitScript((own) => {
      localStorage.setItem('token', own)
      Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    }, token)
    await page.goto('/admin/new-draft')
    await page.getByLabel('Title', { exact: true }).fill('The Ferry of the House')
    await expect(status(page)).toHaveText('Kept')
    await expect(page.getByText('This browser keeps nothing on this device.')).toBeVisible()
    await save(page)
    await expect(page.getByRole('heading', { name: 'The Ferry of the House' })).toBeVisible()
    await press(page, 'Sign Out')
    await expect(page.getByText('You have been successfully logged out')).toBeVisible()
  })

  test('the server keeps a text whose device does not answer', { tag: '@slow' }, async ({
    context,
    page,
    write,
    site,
  }) => {
    // Until it is closed, nobody gets the journal.
    const other = await context.newPage()
    await other.goto('/')
    await other.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('nightdesk-journal', 1).onsuccess = resolve
        }),
    )
    const { id } = await write([paragraph('The ferry leaves.')])
    await page.keyboard.type(' Nobody waves.')
    await expect(status(page)).toHaveText('Kept')
    expect((await readCopy(site, id)).status()).toBe(200)
    await save(page)
    await expect(updated(page)).toBeVisible()
  })

  test('an article without unsaved changes sends no request for them, and is saved all the same', async ({
    write,
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('workingCopies.get') && asked.push(request.url()))
    const { saved } = await write([paragraph('The ferry leaves.')])
    await expect(page.locator('.editor-footer')).toBeVisible()

    expect(asked).toEqual([])
    // A save without changes succeeds.
    expect(await saved()).toEqual([paragraph('The ferry leaves.')])
  })

  test('text left on the device by a crash is restored when the article is opened again, and sent to the server', {
    tag: '@journey',
  }, async ({ write, context, site }) => {
    const { page, id } = await write([paragraph('The ferry leaves.')])
    await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
    await page.keyboard.type(' Nobody waves.')
    await expect(status(page)).toHaveText('Offline, kept on this device')
    await crash(page)

    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
    await expect(status(again)).toHaveText('Kept')
    await expect(recovery(again)).toBeHidden()
    const copy = await (await readCopy(site, id)).json()
    expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  })

  test('text that a window of 0.1 has left on the device is restored', { tag: '@slow' }, async ({
    write,
    page,
    context,
    site,
  }) => {
    const { id } = await write([paragraph('The ferry leaves.')])
    await page.goto('/robots.txt')
    await page.evaluate(async (subject) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      indexedDB.deleteDatabase('nightdesk-journal')
      const opening = indexedDB.open('nightdesk-journal', 2)
      opening.onupgradeneeded = () => {
        const entries = opening.result.createObjectStore('entries', { keyPath: 'id' })
        entries.createIndex('user', 'user')
        const entry = { id: 'left', user: 1, subject, base_version: 1, copy_revision: 0 }
        const text = { title: 'A draft', excerpt: '', poster: null, credits: [], tags: [], base_tags: [] }
        entries.add({
          ...entry,
          ...text,
          is_sent: false,
          is_stashed: false,
          blocks: [4],
          updated_at: '2026-11-20',
        })
        const words = { type: 'paragraph', children: [{ text: 'The ferry leaves. Nobody waves.' }] }
        opening.result.createObjectStore('blocks').add(words, ['left', 4])
      }
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
      await promise
    }, `article ${id}`)

    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
    await expect(status(again)).toHaveText('Kept')
    const copy = await (await readCopy(site, id)).json()
    expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  })

  test('text left by a crash is restored by a page that is too busy to notice in time that the lock is free', {
    tag: '@slow',
  }, async ({ write, context }) => {
    const { page, id } = await write([paragraph('The ferry leaves.')])
    await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
    await page.keyboard.type(' Nobody waves.')
    await expect(status(page)).toHaveText('Offline, kept on this device')
    await crash(page)

    const again = await context.newPage()
    await again.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => {
        // Requests have a longer one.
        if (milliseconds > 1_500) return timeout(milliseconds)
        AbortSignal.timeout = timeout
        return AbortSignal.abort(new DOMException('Too late', 'TimeoutError'))
      }
    })
    await again.goto(`/admin/draft/edit/${id}`)
    await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
  })

  test('leaving asks where the device cannot keep what the server does not have', async ({ write, page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('No space', 'QuotaExceededError')
      }
    })
    await write([paragraph('The ferry leaves.')])
    await page.route('**/trpc/workingCopies.*', (route) => route.abort())
    await page.keyboard.type(' Nobody waves.')
    await expect(page.getByText('This browser keeps nothing on this device.')).toBeVisible()
    await expect(status(page)).toHaveText('Not kept yet')

    const asking = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asking
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
  })

  test('a text beyond a limit shows the limit, is not sent, and is kept', { tag: '@slow' }, async ({
    write,
    context,
    site,
  }) => {
    const { page, id } = await write([paragraph('x'.repeat(99_999))])
    await page.keyboard.type('y')
    await expect(page.getByText('A passage is nearly full: 0 characters of 100,000')).toBeVisible()
    await page.keyboard.type('z')
    await expect(page.getByText('A passage is over the limit by 1 character')).toBeVisible()
    await save(page)
    await expect(status(page)).toHaveText('Not kept yet')
    expect((await read(site, id)).version_number).toBe(1)
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    await page.close()

    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await expect(again.getByText('A passage is over the limit by 1 character')).toBeVisible()
  })

  test('a crash during the first autosave loses nothing, and leaves no question', { tag: '@slow' }, async ({
    write,
    context,
  }) => {
    const { page, id } = await write([paragraph('The ferry leaves.')])
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    await page.route('**/trpc/workingCopies.put*', async (route) => {
      // The request is never answered.
      await route.fetch()
      resolve()
    })
    await page.keyboard.type(' Nobody waves.')
    await arrived
    await page.keyboard.type(' It rains.')
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    await crash(page)

    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await expect(body(again)).toHaveText('The ferry leaves. Nobody waves. It rains.')
    await save(again)
    await expect(updated(again)).toBeVisible()
    await expect(recovery(again)).toBeHidden()
  })

  test('a request that hangs delays a save, and does not stop it', { tag: '@slow' }, async ({
    write,
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10)
    })
    const { id } = await write([paragraph('The ferry leaves.')])
    const asked = page.waitForRequest('**/trpc/workingCopies.put*')
    await page.route('**/trpc/workingCopies.put*', () => undefined, { times: 1 })
    await page.keyboard.type(' Nobody waves.')
    await asked
    await save(page)
    await expect(updated(page)).toBeVisible()
    expect((await read(site, id)).content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  })

  test('a text left on the device that cannot be sent does not keep back another', { tag: '@slow' }, async ({
    page,
    context,
    site,
  }) => {
    await page.goto('/admin/dashboard')
    const ids: number[] = []
    for (const title of ['The Day Ferry', 'The Night Ferry']) {
      const id = await writeArticle(site.api, { title, content: [paragraph('The ferry leaves.')] })
      const left = await context.newPage()
      await left.route('**/trpc/workingCopies.put*', (route) => route.abort())
      await open(left, id)
      await left.keyboard.type(' Nobody waves.')
      await expect(status(left)).toHaveText('Offline, kept on this device')
      await crash(left)
      ids.push(id)
    }
    await page.route('**/trpc/workingCopies.put*', (route) => route.abort(), { times: 1 })
    await page.reload()
    const copies = async () =>
      (await Promise.all(ids.map((id) => readCopy(site, id)))).filter((one) => one.ok())
    await expect.poll(async () => (await copies()).length).toBe(1)
  })
})
