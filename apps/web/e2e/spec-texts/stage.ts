import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { createArticles } from './articles.ts'
import { answer, cutOff, fail, hold } from './calls.ts'
import { describeScene, type Scene, type State, type Visitor } from './row.ts'
import { addAccounts, admin, author, type Site, startSite } from './site.ts'

/** Brings screens into states, in one browser, on one running Nightdesk (and an empty one when asked for). */
export interface Stage {
  /** A page of one's own. */
  open(scene: Scene): Promise<Page>
  /** A page that is only looked at: it stays as it is for the next who looks at the same scene. */
  look(scene: Scene): Promise<Page>
  /** Waits for something of a scene; where calls are tried again, without waiting as long. */
  expectVisible(scene: Scene, locator: Locator): Promise<void>
  site(): Promise<Site>
}

export function createStage(browser: Browser, running: AsyncDisposableStack): Stage {
  const written = once(() => startWritten(running))
  const empty = once(async () => {
    const site = await startSite(running)
    return { site, sessions: createSessions(site), resolve: async (screen: string) => screen }
  })
  const kept = new Map<string, Page>()
  let shown: (Shown & { name?: string }) | undefined

  async function look(scene: Scene): Promise<Page> {
    const name = scene.act ? undefined : describeScene(scene)
    if (name && shown?.name === name) return shown.page
    await leave()
    shown = { ...(await (isKept(scene) ? keptPage(scene) : newPage(scene))), name }
    return show(shown.page, scene)
  }

  async function open(scene: Scene): Promise<Page> {
    await leave()
    shown = await newPage(scene)
    return show(shown.page, scene)
  }

  async function leave(): Promise<void> {
    await shown?.close()
    shown = undefined
  }

  /** Another address in the same page takes a third of the time of a new page. */
  async function keptPage(scene: Scene): Promise<Shown> {
    const name = isRetried(scene.state) ? `${visitorOf(scene)}, whose time we keep` : visitorOf(scene)
    const page = kept.get(name) ?? (await newPage(scene)).page
    kept.set(name, page)
    const close = async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (scene.act) await forget(page, await storageOf(scene))
    }
    return { page, close }
  }

  async function newPage(scene: Scene): Promise<Shown> {
    const { stack } = (await siteOf(scene)).site
    const localStorage = await storageOf(scene)
    const context = await browser.newContext({
      baseURL: stack.url,
      storageState: { cookies: [], origins: [{ origin: stack.url, localStorage }] },
    })
    const page = await context.newPage()
    if (isRetried(scene.state)) await page.clock.install()
    return { page, close: () => context.close() }
  }

  async function show(page: Page, scene: Scene): Promise<Page> {
    await enter(page, scene.state)
    const { resolve } = await siteOf(scene)
    await page.goto(await resolve(scene.screen))
    await scene.act?.(page)
    return page
  }

  const siteOf = ({ state }: Scene) => (state === 'nothing written' ? empty() : written())
  const storageOf = async (scene: Scene) => {
    const session = await (await siteOf(scene)).sessions(visitorOf(scene))
    return Object.entries(session ?? {}).map(([name, value]) => ({ name, value }))
  }
  return { open, look, expectVisible, site: async () => (await written()).site }
}

interface Shown {
  page: Page
  close(): Promise<void>
}

/** A site that is used once, and a session that may end, have a page of their own. */
const isKept = (scene: Scene) => scene.state !== 'nothing written' && visitorOf(scene) !== 'leaver'

/** Leaves a page as if nothing had been done there: what Nightdesk keeps in a browser is gone, but for the session. */
async function forget(page: Page, session: { name: string; value: string }[]): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(async (entries) => {
    sessionStorage.clear()
    localStorage.clear()
    for (const { name, value } of entries) localStorage.setItem(name, value)
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = resolve
        request.onerror = reject
      })
    }
  }, session)
}

async function startWritten(running: AsyncDisposableStack) {
  const site = await startSite(running)
  await addAccounts(site)
  const articles = createArticles(site.write)
  await articles.writeShared()
  return { site, sessions: createSessions(site), resolve: articles.resolve }
}

const visitorOf = ({ screen, who }: Scene): Visitor =>
  who ?? (screen.startsWith('/admin') && screen !== '/admin/login' ? 'admin' : 'nobody')

interface Session {
  token: string
  username: string
}

function createSessions({ signIn }: Site) {
  const signInAs = async (account: typeof admin): Promise<Session> => ({
    token: await signIn(account),
    username: account.username,
  })
  const kept = { admin: once(() => signInAs(admin)), author: once(() => signInAs(author)) }
  return async (who: Visitor): Promise<Session | null> => {
    if (who === 'nobody') return null
    return who === 'leaver' ? signInAs(admin) : kept[who]()
  }
}

async function enter(page: Page, state: State | undefined): Promise<void> {
  if (state === undefined || typeof state === 'string') return
  if ('fails' in state) await fail(page, state.fails)
  else if ('cutOff' in state) await cutOff(page, state.cutOff)
  else if ('unanswered' in state) await hold(page, state.unanswered)
  else await answer(page, state.answers)
}

async function expectVisible({ state }: Scene, locator: Locator): Promise<void> {
  if (!isRetried(state)) return expect(locator).toBeVisible()
  await expect(async () => {
    if (await locator.isVisible()) return
    await locator.page().clock.runFor(RETRY_STEP)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ intervals: [10] })
}

/** Milliseconds: as long as the first of these waits, and a fifth of the time that a notice is shown. */
const RETRY_STEP = 1_000

/** A call that failed is made again after a second, and again after two. */
const isRetried = (state: State | undefined) =>
  typeof state === 'object' && ('fails' in state || 'cutOff' in state)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
