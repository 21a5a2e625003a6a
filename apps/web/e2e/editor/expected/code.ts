import { code, p } from './blocks.ts'
import { clickBelow, paste, press, type Row, type, undo } from './row.ts'

export const inCode: Row[] = [
  { name: 'Tab inserts two spaces', from: [code('|lamp()')], do: [press('Tab')], to: [code('  |lamp()')] },
  {
    name: 'Shift+Tab removes up to two spaces',
    from: [code('   lamp()|')],
    do: [press('Shift+Tab')],
    to: [code(' lamp()|')],
  },
  {
    name: 'Tab indents the selected lines',
    from: [code('‹lamp()', 'row()›')],
    do: [press('Tab')],
    to: [code('  lamp()', '  row()')],
  },
  {
    name: 'Tab indents lines with tabs that were pasted, and Shift+Tab removes a tab',
    from: [code('|')],
    do: [
      paste({ 'text/plain': '\trow()\n\toar()' }),
      press('Shift+ArrowUp'),
      press('Tab'),
      press('Shift+Tab'),
      press('Shift+Tab'),
    ],
    to: [code('row()›', 'oar()‹')],
  },
  {
    name: 'a new line has the indentation of the line before',
    from: [code('if (lamp) {', '  row()|')],
    do: [press('Enter'), type('oar()')],
    to: [code('if (lamp) {', '  row()', '  oar()|')],
  },
  {
    name: 'a line broken within its indentation keeps the text before it',
    from: [code('  |  row()')],
    do: [press('Enter')],
    to: [code('  ', '  |  row()')],
  },
  {
    name: 'a line broken in the middle',
    from: [code('  lamp(|oil)')],
    do: [press('Enter')],
    to: [code('  lamp(', '  |oil)')],
  },
  {
    name: 'a new line before a line',
    from: [code('|lamp()')],
    do: [press('Enter')],
    to: [code('', '|lamp()')],
  },
  {
    name: 'Enter on the second empty line at the end leaves the code',
    from: [code('lamp()|')],
    do: [press('Enter', 'Enter', 'Enter'), type('After')],
    to: [code('lamp()'), p('After|')],
  },
  {
    name: 'the arrow down key leaves code that ends the text',
    from: [p('Before'), code('lamp()', 'row()|')],
    do: [press('ArrowDown'), type('After')],
    to: [p('Before'), code('lamp()', 'row()'), p('After|')],
  },
  {
    name: 'the arrow down key within code moves to the next line',
    from: [code('|lamp()', 'row()')],
    do: [press('ArrowDown'), type('x')],
    to: [code('lamp()', 'x|row()')],
  },
  {
    name: 'the arrow up key leaves code that begins the text',
    from: [code('lamp()|', 'row()')],
    do: [press('ArrowUp'), type('Before')],
    to: [p('Before|'), code('lamp()', 'row()')],
  },
  {
    name: 'a click below code that ends the text begins a paragraph',
    from: [code('|lamp()')],
    do: [clickBelow, type('After')],
    to: [code('lamp()'), p('After|')],
  },
  {
    name: 'Backspace at the start of code that begins the text makes it a paragraph',
    from: [code('|lamp()')],
    do: [press('Backspace')],
    to: [p('|lamp()')],
  },
  {
    name: 'Backspace joins two lines of code',
    from: [code('lamp()', '|row()')],
    do: [press('Backspace')],
    to: [code('lamp()|row()')],
  },
  {
    name: 'Markdown signs in code stay',
    from: [code('|')],
    do: [type('# a **b** https://example.org c')],
    to: [code('# a **b** https://example.org c|')],
  },
  {
    name: 'pasted lines are lines of the code',
    from: [code('a|')],
    do: [paste({ 'text/plain': '\n  b\nc' })],
    to: [code('a', '  b', 'c|')],
  },
  {
    name: 'undo removes a new line with its indentation',
    from: [code('  row()|')],
    do: [press('Enter'), undo],
    to: [code('  row()|')],
  },
  {
    name: 'Ctrl+K on a word in a code block makes no link',
    from: [code('‹lamp›')],
    do: [press('ControlOrMeta+k')],
    to: [code('lamp')],
    also: async (page) => {
      await page.keyboard.press('Escape')
    },
  },
]
