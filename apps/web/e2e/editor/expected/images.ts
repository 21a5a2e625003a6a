import { code, h2, img, p, sceneBreak, ul } from './blocks.ts'
import { press, type Row, type, undo } from './row.ts'

export const images: Row[] = [
  {
    name: 'Delete before an image selects it first',
    from: [p('Before|'), img(), p('After')],
    do: [press('Delete')],
    to: [p('Before'), img('|'), p('After')],
  },
  {
    name: 'Backspace after an image selects it first, and the second removes it',
    from: [p('Before'), img(), p('|After')],
    do: [press('Backspace', 'Backspace')],
    to: [p('Before'), p('After')],
  },
  {
    name: 'text typed on a selected image is below it, in order',
    from: [p('Before'), img(), p('|After')],
    do: [press('Backspace'), type('hello there')],
    to: [p('Before'), img(), p('hello there|'), p('After')],
  },
  {
    name: 'undo removes text typed on a selected image',
    from: [p('Before'), img(), p('|After')],
    do: [press('Backspace'), type('hello'), undo, undo],
    to: [p('Before'), img(), p('After')],
  },
  {
    name: 'the arrow keys move over an image',
    from: [p('Before|'), img(), p('After')],
    do: [press('ArrowRight', 'ArrowRight'), type('x')],
    to: [p('Before'), img(), p('x|After')],
  },
  {
    name: 'the arrow keys move back over an image',
    from: [p('Before'), img(), p('|After')],
    do: [press('ArrowLeft', 'ArrowLeft'), type('x')],
    to: [p('Beforex|'), img(), p('After')],
  },
  {
    name: 'Enter on an image that ends the text begins a paragraph',
    from: [p('Before|'), img()],
    do: [press('ArrowDown', 'Enter'), type('x')],
    to: [p('Before'), img(), p('x|')],
  },
  {
    name: 'undo restores a removed image',
    from: [p('Before'), img(), p('|After')],
    do: [press('Backspace', 'Backspace'), undo],
    to: [p('Before'), img(), p('After')],
  },
  {
    name: 'an image within a selection is deleted with it',
    from: [p('Bef‹ore'), img(), p('Aft›er')],
    do: [press('Backspace')],
    to: [p('Bef|er')],
  },
  {
    name: 'Backspace after a scene break selects it first',
    from: [p('Before'), sceneBreak, p('|After')],
    do: [press('Backspace', 'Backspace')],
    to: [p('Before'), p('After')],
  },
  {
    name: 'text typed on a selected scene break is below it',
    from: [p('Before'), sceneBreak, p('|After')],
    do: [press('Backspace'), type('x y')],
    to: [p('Before'), sceneBreak, p('x y|'), p('After')],
  },
  {
    name: 'Backspace in an empty paragraph after an image removes the paragraph',
    from: [p('Before'), img(), p('|'), p('After')],
    do: [press('Backspace')],
    to: [p('Before'), img('|'), p('After')],
  },
  {
    name: 'Backspace in a heading after an image selects the image',
    from: [img(), h2('|Dusk')],
    do: [press('Backspace')],
    to: [img('|'), h2('Dusk')],
  },
  {
    name: 'Ctrl+End moves from a selected image to the end of the text',
    from: [p('Before'), img(), p('|After')],
    do: [press('Backspace', 'ControlOrMeta+End'), type('x')],
    to: [p('Before'), img(), p('Afterx|')],
  },
  {
    name: 'an image before a list is selected from its first item',
    from: [img(), ul('|lamp')],
    do: [press('ArrowUp')],
    to: [img('|'), ul('lamp')],
  },
  {
    name: 'an image before code is selected from its first line',
    from: [img(), code('|lamp()')],
    do: [press('ArrowUp')],
    to: [img('|'), code('lamp()')],
  },
]
