import type { Control } from './controls.ts'
import { Icon } from './icon.tsx'

export function Sign({ of: { sign } }: { of: Control }) {
  return 'icon' in sign ? <Icon name={sign.icon} /> : <span aria-hidden="true">{sign.letters}</span>
}
