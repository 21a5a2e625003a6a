import { clipboard } from './expected/clipboard.ts'
import { inCode } from './expected/code.ts'
import { deleting } from './expected/deleting.ts'
import { images } from './expected/images.ts'
import { input } from './expected/input.ts'
import { keys } from './expected/keys.ts'
import { moving } from './expected/moving.ts'
import { pasting } from './expected/paste.ts'
import { shortcuts } from './expected/shortcuts.ts'
import { expectRows, test } from './expected/stage.ts'
import { typing } from './expected/typing.ts'

test.describe('keys', () => expectRows(keys))
test.describe('shortcuts', () => expectRows(shortcuts))
test.describe('moving', () => expectRows(moving))
test.describe('deleting', () => expectRows(deleting))
test.describe('clipboard', () => expectRows(clipboard))
test.describe('typing', () => expectRows(typing))
test.describe('input', () => expectRows(input))
test.describe('code', () => expectRows(inCode))
test.describe('images', () => expectRows(images))
test.describe('paste', () => expectRows(pasting))
