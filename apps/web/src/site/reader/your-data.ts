import { read, write } from '../../local-storage.ts'
import { forgetSession, SESSION_KEY } from '../../session-id.ts'
import { READINGS_KEY } from './last-readings.ts'
import { POSITIONS_KEY } from './position/reading-positions.ts'

/** On the page of a visitor’s own data: fills in the identifier, or removes what the browser holds after an erasure. */
export function bindYourData(): void {
  const field = document.querySelector<HTMLInputElement>('[data-session-id]')
  if (!field) return
  if (document.querySelector('[data-erased]')) {
    forgetSession()
    for (const key of [READINGS_KEY, POSITIONS_KEY]) write(key, null)
  }
  const id = read(SESSION_KEY)
  if (id) field.value = id
  const hint = document.querySelector('[data-session-hint]')
  if (hint)
    hint.textContent = id ? 'Your browser has filled it in.' : 'Your browser has none, so nothing is counted.'
}
