import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { signIn, startTestSite, type TestSite } from '../test-site.ts'
import { addAccounts, admin, author } from './accounts.ts'
import { writeArticles } from './articles.ts'
import { answer, cutOff, fail, hold, restore } from './calls.ts'
import { describeScene, type Scene, type State, type Visitor } from './row.ts'

/** Opens scenes in one browser, on one running Nightdesk. */
export interface Stage {
  /** Opens a new page. */
  open(scene: Scene): Promise<Page>
  /** Opens a shared page anew, for a test that leaves nothing behind it. */
  visit(scene: Scene): Promise<Page>
  /** Opens a page that the test must not change, as tests with the same scene share it. */
  look(scene: Scene): Promise<Page>
  /** Waits for an element of a scene, and shortens the waits between retries of calls. */
  expectVisible(scene: Scene, locator: Locator): Promise<void>
  site(): Promise<TestSite>
}

export function createStage(browser: Browser, running: AsyncDisposableStack): Stage {
  const written = once(() => startWritten(running))
  const pages = createPages(browser, written)
  let shown: (Shown & { scene?: Scene }) | undefined

  async function look(scene: Scene): Promise<Page> {
    const before = shown?.scene
    if (shown && before && describeScene(before) === describeScene(scene)) return shown.page
    if (shown && before && goesOn(before, scene)) {
      shown.scene = scene
      await scene.act?.(shown.page)
      return shown.page
    }
    const page = await (isShared(scene) ? visit(scene) : open(scene))
    if (shown) shown.scene = scene
    return page
  }

  async function visit(scene: Scene): Promise<Page> {
    await leave()
    shown = await pages.share(scene)
    return show(shown.page, scene)
  }

  async function open(scene: Scene): Promise<Page> {
    await leave()
    shown = await pages.open(scene)
    return show(shown.page, scene)
  }

  async function leave(): Promise<void> {
    await shown?.close(shown.scene)
    shown = undefined
  }

  async function show(page: Page, scene: Scene): Promise<Page> {
    await enter(page, scene.state)
    const { resolve } = await written()
    await page.goto(await resolve(scene.screen))
    await scene.act?.(page)
    return page
  }

  return { open, visit, look, expectVisible, site: async () => (await written()).site }
}

/** Whether a scene needs no other page than the one before: it is the first action on it. */
const goesOn = (before: Scene, scene: Scene): boolean =>
  !before.act &&
  scene.act !== undefined &&
  !scene.isAnew &&
  before.screen === scene.screen &&
  visitorOf(before) === visitorOf(scene) &&
  describeScene({ ...scene, when: undefined }) === describeScene(before)

function createPages(browser: Browser, written: () => ReturnType<typeof startWritten>) {
  const shared = new Map<string, Page>()

  const storageOf = async (scene: Scene) => {
    const session = await (await written()).sessions(visitorOf(scene))
    return Object.entries(session ?? {}).map(([name, value]) => ({ name, value }))
  }

  /** Reuses one page, as navigating takes a third of the time of opening a page. */
  async function share(scene: Scene): Promise<Shown> {
    const name = isRetried(scene.state) ? `${visitorOf(scene)} with a stopped clock` : visitorOf(scene)
    const page = shared.get(name) ?? (await open(scene)).page
    shared.set(name, page)
    const close = async (last = scene) => {
      restore(page)
      if (last.act) await forget(page, await storageOf(last))
    }
    return { page, close }
  }

  async function open(scene: Scene): Promise<Shown> {
    const { stack } = (await written()).site
    const localStorage = await storageOf(scene)
    const context = await browser.newContext({
      baseURL: stack.url,
      storageState: { cookies: [], origins: [{ origin: stack.url, localStorage }] },
    })
    const page = await context.newPage()
    if (isRetried(scene.state)) await page.clock.install()
    return { page, close: () => context.close() }
  }

  return { share, open }
}

interface Shown {
  page: Page
  /** @param scene the last one on it */
  close(scene?: Scene): Promise<void>
}

/** Scenes with a session that may end have a page of their own. */
const isShared = (scene: Scene) => visitorOf(scene) !== 'leaver'

/** Resets a page: clears all stored data of Nightdesk except the session. */
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
  const site = running.use(await startTestSite([], admin))
  await addAccounts(site)
  return { site, sessions: createSessions(site), resolve: await writeArticles(site) }
}

const visitorOf = ({ screen, who }: Scene): Visitor =>
  who ?? (screen.startsWith('/admin') && screen !== '/admin/login' ? 'admin' : 'nobody')

interface Session {
  token: string
  username: string
}

function createSessions({ stack }: TestSite) {
  const signInAs = async (account: typeof admin): Promise<Session> => ({
    token: await signIn(stack, account),
    username: account.username,
  })
  const shared = { admin: once(() => signInAs(admin)), author: once(() => signInAs(author)) }
  return async (who: Visitor): Promise<Session | null> => {
    if (who === 'nobody') return null
    return who === 'leaver' ? signInAs(admin) : shared[who]()
  }
}

async function enter(page: Page, state: State | undefined): Promise<void> {
  if (state === undefined) return
  if ('fails' in state) await fail(page, state.fails)
  else if ('cutOff' in state) await cutOff(page, state.cutOff)
  else if ('unanswered' in state) await hold(page, state.unanswered)
  else await answer(page, state.answers)
}

async function expectVisible({ state }: Scene, locator: Locator): Promise<void> {
  if (!isRetried(state)) return expect.soft(locator).toBeVisible()
  await expect(async () => {
    if (await locator.isVisible()) return
    await locator.page().clock.runFor(RETRY_STEP)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ intervals: [10] })
}

/** Milliseconds: as long as the first wait before a retry, and a fifth of the display time of a notice. */
const RETRY_STEP = 1_000

/** Whether calls of a scene fail, which are retried after one second and again after two. */
const isRetried = (state: State | undefined) => state !== undefined && ('fails' in state || 'cutOff' in state)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
