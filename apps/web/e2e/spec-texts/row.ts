import type { Page } from '@playwright/test'
import type { Answers, Call } from './calls.ts'
import type { Region } from './regions.ts'

/** A text of the specification, with its place and the scene that shows it. */
export interface Row extends Scene {
  /** The exact text, or a pattern where a part varies. */
  text: string | RegExp
  /** The role of its element. Default: any element with this text. */
  as?: 'heading' | 'link' | 'button' | 'term' | 'columnheader' | 'listitem' | 'label' | 'part' | 'notice'
  /** The text below it, for a notice. */
  detail?: string | RegExp
  /** The address of a link. */
  to?: string | RegExp
  /** The region of the screen, if the text occurs several times. */
  inside?: Region
}

/** A screen in a certain state. */
export interface Scene {
  /** A path. Names such as `{draft}` are replaced with the id of an article, see `articles.ts`. */
  screen: string
  /** Default: all calls work, and there are articles. */
  state?: State
  /** Default: the admin on admin screens, nobody on public pages. */
  who?: Visitor
  /** An action on the screen, with its description. */
  when?: string
  act?: (page: Page) => Promise<unknown>
  /** Whether the action needs the screen opened anew. Otherwise it is done where the texts before it were looked for. */
  isAnew?: boolean
}

/** `fixture` is the name of the answers: the same name means the same answers. */
export type State =
  | { fails: Call }
  | { cutOff: Call }
  | { unanswered: Call }
  | { fixture: string; answers: Answers }

/** `leaver` is the admin with a separate session, which may end. */
export type Visitor = 'nobody' | 'admin' | 'leaver' | 'author'

type Text = Omit<Row, keyof Scene> & Pick<Scene, 'when' | 'act' | 'who' | 'isAnew'>

/** Rows that share a screen and a state. */
export function rowsOf(screen: string, state: State | undefined, texts: Text[]): Row[] {
  return texts.map((text) => ({ screen, state, ...text }))
}

/** Creates a row for each way in which a call fails: an error of the server, and an unreachable server. */
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
  if (state === undefined) return
  if ('fails' in state) return `${state.fails} fails`
  if ('cutOff' in state) return `${state.cutOff} is cut off`
  if ('unanswered' in state) return `${state.unanswered} is unanswered`
  return `with ${state.fixture}`
}
