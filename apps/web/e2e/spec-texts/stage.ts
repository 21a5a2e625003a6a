import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
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
  const contexts = new Map<Visitor, BrowserContext>()
  let shown: Shown | undefined

  async function look(scene: Scene): Promise<Page> {
    const name = scene.act ? undefined : describeScene(scene)
    if (name && shown?.name === name) return shown.page
    const page = await show(scene, keepsContext(scene))
    if (shown) shown.name = name
    return page
  }

  async function show(scene: Scene, isKept: boolean): Promise<Page> {
    await shown?.close()
    shown = undefined
    const { site, sessions, resolve } = await (scene.state === 'nothing written' ? empty() : written())
    const who = scene.who ?? usualVisitor(scene)
    const known = isKept ? contexts.get(who) : undefined
    const context = known ?? (await newContext(browser, site.stack.url, await sessions(who)))
    if (isKept) contexts.set(who, context)
    const page = await context.newPage()
    shown = { page, close: () => (isKept ? page.close() : context.close()) }
    await enter(page, scene.state)
    await page.goto(await resolve(scene.screen))
    await scene.act?.(page)
    return page
  }

  const open = (scene: Scene) => show(scene, false)
  return { open, look, expectVisible, site: async () => (await written()).site }
}

interface Shown {
  /** Of the scene, if it is still as it was opened. */
  name?: string
  page: Page
  close(): Promise<void>
}

/** What was loaded once loads faster; where calls are intercepted it is loaded anew anyway. */
function keepsContext(scene: Scene): boolean {
  const who = scene.who ?? usualVisitor(scene)
  return scene.state === undefined && (who === 'admin' || who === 'author')
}

async function startWritten(running: AsyncDisposableStack) {
  const site = await startSite(running)
  await addAccounts(site)
  const articles = createArticles(site.write)
  await articles.writeShared()
  return { site, sessions: createSessions(site), resolve: articles.resolve }
}

const usualVisitor = ({ screen }: Scene): Visitor =>
  screen.startsWith('/admin') && screen !== '/admin/login' ? 'admin' : 'nobody'

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

function newContext(browser: Browser, baseURL: string, session: Session | null): Promise<BrowserContext> {
  const localStorage = Object.entries(session ?? {}).map(([name, value]) => ({ name, value }))
  return browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  })
}

async function enter(page: Page, state: State | undefined): Promise<void> {
  if (state === undefined || typeof state === 'string') return
  if ('fails' in state) await fail(page, state.fails)
  else if ('cutOff' in state) await cutOff(page, state.cutOff)
  else if ('unanswered' in state) await hold(page, state.unanswered)
  else await answer(page, state.answers)
  if (isRetried(state)) await page.clock.install()
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
