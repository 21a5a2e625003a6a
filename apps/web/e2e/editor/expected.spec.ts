import { clipboard } from './expected/clipboard.ts'
import { inCode } from './expected/code.ts'
import { deleting } from './expected/deleting.ts'
import { images } from './expected/images.ts'
import { input } from './expected/input.ts'
import { keys } from './expected/keys.ts'
import { moving } from './expected/moving.ts'
import { pasting } from './expected/paste.ts'
import { shortcuts } from './expected/shortcuts.ts'
import { expectRows } from './expected/stage.ts'
import { typing } from './expected/typing.ts'

expectRows({
  keys,
  shortcuts,
  moving,
  deleting,
  clipboard,
  typing,
  input,
  code: inCode,
  images,
  paste: pasting,
})
