import type { Page } from '@playwright/test'
import type { Answers, Call } from './calls.ts'
import type { Region } from './regions.ts'

/** A text of the specification: where it stands and what brings it up. */
export interface Row extends Scene {
  /** Letter for letter; a pattern where a part of it varies. */
  text: string | RegExp
  /** What holds it; by default anything that reads so. */
  as?: 'heading' | 'link' | 'button' | 'term' | 'columnheader' | 'listitem' | 'label' | 'part' | 'notice'
  /** The text below it, for a notice. */
  detail?: string | RegExp
  /** Where it leads, for a link. */
  to?: string | RegExp
  /** The part of the screen it stands in, where others read the same. */
  inside?: Region
}

/** A screen, brought into a state. */
export interface Scene {
  /** A path; `{draft}` and the like stand for the id of an article, see `articles.ts`. */
  screen: string
  /** Default: everything works, and something has been written. */
  state?: State
  /** Default: the admin on the screens of the admin, and nobody on the others. */
  who?: Visitor
  /** What is done there, in words and in deeds. */
  when?: string
  act?: (page: Page) => Promise<unknown>
}

/** `told` puts the answers in words, and stands for them: the same words are the same answers. */
export type State =
  | 'nothing written'
  | { fails: Call }
  | { cutOff: Call }
  | { unanswered: Call }
  | { told: string; answers: Answers }

/** `leaver` is the admin in a session of its own, which may end. */
export type Visitor = 'nobody' | 'admin' | 'leaver' | 'author'

type Text = Omit<Row, keyof Scene> & Pick<Scene, 'when' | 'act' | 'who'>

/** Rows that share a screen and a state. */
export function rowsOf(screen: string, state: State | undefined, texts: Text[]): Row[] {
  return texts.map((text) => ({ screen, state, ...text }))
}

/** One row for each way a call can fail: the server fails, or is not reached. */
export function failures(screen: string, call: Call, texts: Text[]): Row[] {
  return [...rowsOf(screen, { fails: call }, texts), ...rowsOf(screen, { cutOff: call }, texts)]
}

/** `/admin/users, articles.list fails, when …` */
export function describeScene({ screen, state, who, when }: Scene): string {
  const parts = [screen, who && `as ${who}`, describeState(state), when && `when ${when}`]
  return parts.filter(Boolean).join(', ')
}

export function describeRow(row: Row): string {
  const text = row.detail ? `${row.text} / ${row.detail}` : row.text
  const place = row.inside ? ` in ${row.inside.name}` : ''
  return `${row.as ?? 'text'} “${text}”${place}: ${describeScene(row)}`
}

function describeState(state: State | undefined): string | undefined {
  if (state === undefined || typeof state === 'string') return state
  if ('fails' in state) return `${state.fails} fails`
  if ('cutOff' in state) return `${state.cutOff} is cut off`
  if ('unanswered' in state) return `${state.unanswered} is unanswered`
  return `told ${state.told}`
}
