import { inCode } from './expected/code.ts'
import { images } from './expected/images.ts'
import { input } from './expected/input.ts'
import { keys } from './expected/keys.ts'
import { pasting } from './expected/paste.ts'
import { expectRows, test } from './expected/stage.ts'
import { typing } from './expected/typing.ts'

test.describe('keys', () => expectRows(keys))
test.describe('typing', () => expectRows(typing))
test.describe('input', () => expectRows(input))
test.describe('code', () => expectRows(inCode))
test.describe('images', () => expectRows(images))
test.describe('paste', () => expectRows(pasting))
