import { b, code, h1, h2, h3, i, li, link, ol, p, quote, strike, ul } from './blocks.ts'
import { press, type Row, type, undo } from './row.ts'

const heading = (level: number) => (text: string) => ({
  ...h1(text),
  type: `heading-${['one', 'two', 'three', 'four', 'five', 'six'][level - 1]}`,
})

/** The formatting shortcuts of Google Docs and Word. */
export const shortcuts: Row[] = [
  ...[1, 2, 3, 4, 5, 6].map(
    (level): Row => ({
      name: `Ctrl+Alt+${level} makes a heading of level ${level}`,
      from: [p('Du|sk')],
      do: [press(`ControlOrMeta+Alt+${level}`)],
      to: [heading(level)('Du|sk')],
    }),
  ),
  {
    name: 'Ctrl+Alt+0 makes a heading a paragraph',
    from: [h2('Du|sk')],
    do: [press('ControlOrMeta+Alt+0')],
    to: [p('Du|sk')],
  },
  {
    name: 'Ctrl+Alt+0 makes a quote a paragraph',
    from: [quote('Du|sk')],
    do: [press('ControlOrMeta+Alt+0')],
    to: [p('Du|sk')],
  },
  {
    name: 'Ctrl+Alt+0 makes an item of a list a paragraph',
    from: [ul('lamp', 'oil|')],
    do: [press('ControlOrMeta+Alt+0')],
    to: [ul('lamp'), p('oil|')],
  },
  {
    name: 'Ctrl+Alt+2 keeps a heading of level 2',
    from: [h2('Dusk|')],
    do: [press('ControlOrMeta+Alt+2')],
    to: [h2('Dusk|')],
  },
  {
    name: 'Ctrl+Alt+3 makes all selected blocks headings',
    from: [p('Du‹sk'), h1('Da›wn'), p('Noon')],
    do: [press('ControlOrMeta+Alt+3')],
    to: [h3('Du‹sk'), h3('Da›wn'), p('Noon')],
  },
  {
    name: 'Ctrl+Alt+2 makes an item of a list a heading',
    from: [ul('lamp', 'oil|', 'wick')],
    do: [press('ControlOrMeta+Alt+2')],
    to: [ul('lamp'), h2('oil|'), ul('wick')],
  },
  {
    name: 'typing continues after Ctrl+Alt+1',
    do: [press('ControlOrMeta+Alt+1'), type('Dusk'), press('Enter'), type('Rain.')],
    to: [h1('Dusk'), p('Rain.|')],
  },
  {
    name: 'undo reverts a heading made by key',
    from: [p('Dusk|')],
    do: [press('ControlOrMeta+Alt+1'), undo],
    to: [p('Dusk|')],
  },
  {
    name: 'Ctrl+Shift+7 makes a numbered list',
    from: [p('lamp|')],
    do: [press('ControlOrMeta+Shift+7')],
    to: [ol('lamp|')],
  },
  {
    name: 'Ctrl+Shift+8 makes a bulleted list',
    from: [p('lamp|')],
    do: [press('ControlOrMeta+Shift+8')],
    to: [ul('lamp|')],
  },
  {
    name: 'Ctrl+Shift+8 makes the selected paragraphs one list',
    from: [p('la‹mp'), p('oi›l'), p('wick')],
    do: [press('ControlOrMeta+Shift+8')],
    to: [ul('la‹mp', 'oi›l'), p('wick')],
  },
  {
    name: 'Ctrl+Shift+7 in a bulleted list makes it numbered',
    from: [ul('lamp', 'oil|')],
    do: [press('ControlOrMeta+Shift+7')],
    to: [ol('lamp', 'oil|')],
  },
  {
    name: 'Ctrl+Shift+8 in a bulleted list ends it',
    from: [ul('lamp|')],
    do: [press('ControlOrMeta+Shift+8')],
    to: [p('lamp|')],
  },
  {
    name: 'Ctrl+Shift+8 removes only the item of the caret from the list',
    from: [ul('lamp', 'o|il', 'wick')],
    do: [press('ControlOrMeta+Shift+8')],
    to: [ul('lamp'), p('o|il'), ul('wick')],
  },
  {
    name: 'Ctrl+Shift+8 ends a list that is selected',
    from: [ul('‹lamp', 'oil', 'wick›')],
    do: [press('ControlOrMeta+Shift+8')],
    to: [p('‹lamp'), p('oil'), p('wick›')],
  },
  {
    name: 'Ctrl+Shift+8 ends a list whose items have lists',
    from: [ul('‹lamp', li('oil', ul('wick›')))],
    do: [press('ControlOrMeta+Shift+8')],
    to: [p('‹lamp'), p('oil'), p('wick›')],
  },
  {
    name: 'Ctrl+Shift+8 removes a nested item from its lists',
    from: [ul(li('lamp', ul('oil', '|wick')))],
    do: [press('ControlOrMeta+Shift+8')],
    to: [ul(li('lamp', ul('oil'))), p('|wick')],
  },
  {
    name: 'Ctrl+Shift+8 removes an item from the list and keeps the level of the items below it',
    from: [ul('flame', li('la|mp', ul('oil')))],
    do: [press('ControlOrMeta+Shift+8')],
    to: [ul('flame'), p('la|mp'), ul(li(ul('oil')))],
  },
  {
    name: 'Ctrl+\\ clears all marks of the selection',
    from: [p('The ', b('‹ferry'), i(' leaves›'), ' at dusk.')],
    do: [press('ControlOrMeta+\\')],
    to: [p('The ‹ferry leaves› at dusk.')],
  },
  {
    name: 'Ctrl+\\ leaves links and blocks',
    from: [h2('‹The ', link('https://example.org', 'ferry'), b(' leaves›'))],
    do: [press('ControlOrMeta+\\')],
    to: [h2('The ', link('https://example.org', 'ferry'), ' leaves')],
  },
  {
    name: 'Ctrl+\\ with a caret in a bold word makes the next typed text plain',
    from: [p(b('ferry|'))],
    do: [press('ControlOrMeta+\\'), type('man')],
    to: [p(b('ferry'), 'man|')],
  },
  {
    name: 'Alt+Shift+5 strikes the selection through',
    from: [p('The ‹ferry› leaves.')],
    do: [press('Alt+Shift+5')],
    to: [p('The ', strike('ferry'), ' leaves.')],
  },
  {
    name: 'Alt+Shift+5 a second time removes the line',
    from: [p('The ', strike('‹ferry›'), ' leaves.')],
    do: [press('Alt+Shift+5')],
    to: [p('The ‹ferry› leaves.')],
  },
  {
    name: 'Ctrl+Shift+X strikes the selection through',
    from: [p('The ‹ferry› leaves.')],
    do: [press('ControlOrMeta+Shift+x')],
    to: [p('The ', strike('ferry'), ' leaves.')],
  },
  {
    name: 'Ctrl+U underlines the selection',
    from: [p('The ‹ferry› leaves.')],
    do: [press('ControlOrMeta+u')],
    to: [p('The ', { text: 'ferry', underline: true }, ' leaves.')],
  },
  {
    name: 'Ctrl+] and Ctrl+[ move an item one level in and out',
    from: [ul('lamp', 'oil', 'wick|')],
    do: [press('ControlOrMeta+]', 'ControlOrMeta+[', 'ControlOrMeta+]')],
    to: [ul('lamp', li('oil', ul('wick|')))],
  },
  {
    name: 'Alt+ArrowUp moves the paragraph up',
    from: [p('Dusk'), p('Rain|'), p('Dawn')],
    do: [press('Alt+ArrowUp')],
    to: [p('Rain|'), p('Dusk'), p('Dawn')],
  },
  {
    name: 'keys for headings in code make it text',
    from: [code('lamp()|')],
    do: [press('ControlOrMeta+Alt+2')],
    to: [h2('lamp()|')],
  },
]
