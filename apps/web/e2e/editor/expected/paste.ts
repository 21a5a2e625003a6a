import { expect, type Page } from '@playwright/test'
import { b, h1, h3, i, link, ol, p } from './blocks.ts'
import { paste, pasteRaw, press, type Row, type } from './row.ts'

export const pasting: Row[] = [
  {
    name: 'plain text of two lines becomes two paragraphs',
    from: [p('Before. |')],
    do: [paste({ 'text/plain': 'Night\nfalls' })],
    to: [p('Before. Night'), p('falls|')],
  },
  {
    name: 'a word of HTML within a line keeps its mark',
    from: [p('The | leaves.')],
    do: [paste({ 'text/html': '<b>ferry</b>', 'text/plain': 'ferry' })],
    to: [p('The ', b('ferry'), ' leaves.')],
  },
  {
    name: 'a space at the end of pasted HTML separates its word from the next',
    from: [p('Night |falls')],
    do: [paste({ 'text/html': '<span>slowly </span>', 'text/plain': 'slowly ' })],
    to: [p('Night slowly |falls')],
  },
  {
    name: 'a space at the end of a paragraph, as Word copies a word, separates it from the next',
    from: [p('Night |falls')],
    do: [paste({ 'text/html': '<p class="MsoNormal">slowly&nbsp;</p>', 'text/plain': 'slowly ' })],
    to: [p('Night slowly |falls')],
  },
  {
    name: 'a space at the end as Google Docs copies it separates words',
    from: [p('Night |falls')],
    do: [
      pasteRaw({
        'text/html':
          '<b style="font-weight:normal" id="docs-internal-guid-1"><span style="white-space:pre-wrap">slowly </span></b>',
      }),
    ],
    to: [p('Night slowly |falls')],
  },
  {
    name: 'a space at the beginning of pasted HTML separates its word from the one before',
    from: [p('Night falls|.')],
    do: [paste({ 'text/html': '<i> slowly</i>', 'text/plain': ' slowly' })],
    to: [p('Night falls ', { text: 'slowly', italic: true }, '.')],
  },
  {
    name: 'spaces at the ends of several blocks separate the adjacent words',
    from: [p('Night falls|slowly.')],
    do: [paste({ 'text/html': '<p> at last</p><h3>Then</h3><p>nothing </p>' })],
    to: [p('Night falls at last'), h3('Then'), p('nothing |slowly.')],
  },
  {
    name: 'a space alone is inserted into the line',
    from: [p('Night|falls')],
    do: [paste({ 'text/plain': ' ' })],
    to: [p('Night |falls')],
  },
  {
    name: 'a line end alone splits the paragraph',
    from: [p('Night |falls')],
    do: [paste({ 'text/plain': '\n' })],
    to: [p('Night '), p('|falls')],
  },
  {
    name: 'a space at the end of plain text is kept',
    from: [p('Night |falls')],
    do: [paste({ 'text/plain': 'slowly ' })],
    to: [p('Night slowly |falls')],
  },
  {
    name: 'line breaks in HTML source are not spaces',
    from: [p('Night |falls')],
    do: [paste({ 'text/html': '<div>\n  <b>slow</b>\n</div>' })],
    to: [p('Night ', b('slow'), 'falls')],
  },
  {
    name: 'a word copied in the text and pasted elsewhere keeps its space',
    from: [p('Night ‹slowly ›falls')],
    do: [press('ControlOrMeta+c', 'ControlOrMeta+End'), type(', '), press('ControlOrMeta+v')],
    to: [p('Night slowly falls, slowly |')],
  },
  {
    name: 'plain text pasted over a word in bold is bold',
    from: [p(b('Night ‹slowly› falls'))],
    do: [paste({ 'text/plain': 'softly' })],
    to: [p(b('Night softly| falls'))],
  },
  {
    name: 'HTML without marks pasted over a word in bold is bold',
    from: [p(b('Night ‹slowly› falls'))],
    do: [paste({ 'text/html': '<span>softly</span>', 'text/plain': 'softly' })],
    to: [p(b('Night softly| falls'))],
  },
  {
    name: 'an address becomes a link',
    from: [p('See |')],
    do: [paste({ 'text/plain': 'https://example.org/a' })],
    to: [p('See ', link('https://example.org/a', 'https://example.org/a'), '')],
  },
  {
    name: 'an address in a pasted sentence becomes a link',
    from: [p('|')],
    do: [paste({ 'text/plain': 'See https://example.org/a (or not).' })],
    to: [p('See ', link('https://example.org/a', 'https://example.org/a'), ' (or not).|')],
  },
  {
    name: 'an address pasted into a link becomes its text',
    from: [p('', link('https://example.org/', 'at | sea'), '')],
    do: [paste({ 'text/plain': 'https://example.org/a' })],
    to: [p('', link('https://example.org/', 'at https://example.org/a| sea'), '')],
  },
  {
    name: 'two blank lines of plain text are a scene break',
    from: [p('|')],
    do: [paste({ 'text/plain': 'He left.\n\nIt rained.\n\n\nYears later' })],
    to: [p('He left.'), p('It rained.'), p('***'), p('Years later|')],
  },
  {
    name: 'a scene break marker on its own line becomes a scene break',
    from: [p('He left.'), p('|')],
    do: [paste({ 'text/plain': '⁂' })],
    to: [p('He left.'), p('***'), p('|')],
  },
  {
    name: 'a marker pasted within a line stays text',
    from: [p('Flat | of the house')],
    do: [paste({ 'text/html': '<span>#</span>', 'text/plain': '#' })],
    to: [p('Flat #| of the house')],
  },
  {
    name: 'Word’s comments are not pasted, and the receipt says so',
    do: [
      pasteRaw({
        'text/html':
          '<body><!--StartFragment--><p class=MsoNormal>The lamp<span class=MsoCommentReference><span style="font-size:8.0pt"><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[A1]</a></span></span> turns.</p>' +
          '<div style="mso-element:comment-list"><hr class=msocomoff><div style="mso-element:comment"><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Which lamp?</p></div></div></div></body>',
      }),
    ],
    to: [p('The lamp turns.|')],
    also: (page) => expectReceipt(page, 'Pasted text. A comment was left out.'),
  },
  {
    name: 'comments of Google Docs are not pasted, and the receipt says so',
    do: [
      pasteRaw({
        'text/html':
          '<p>The lamp<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> turns.</p>' +
          '<div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Which lamp?</span></p></div>',
      }),
    ],
    to: [p('The lamp turns.|')],
    also: (page) => expectReceipt(page, 'Pasted text. A comment was left out.'),
  },
  {
    name: 'an empty paragraph where others have none is a scene break',
    do: [
      pasteRaw({
        'text/html': [
          'One went out and was not seen again that year.',
          'Two stayed in, and kept the lamp as it was told.',
          'Three wrote it down in the book of the house.',
          '&nbsp;',
          'Years later somebody read what had been written.',
          'Nobody believed it, least of all the one who read.',
        ]
          .map((text) => `<p class=MsoNormal>${text}</p>`)
          .join(''),
      }),
    ],
    to: [
      p('One went out and was not seen again that year.'),
      p('Two stayed in, and kept the lamp as it was told.'),
      p('Three wrote it down in the book of the house.'),
      p('***'),
      p('Years later somebody read what had been written.'),
      p('Nobody believed it, least of all the one who read.|'),
    ],
  },
  {
    name: 'empty paragraphs between all others are only spacing',
    do: [pasteRaw({ 'text/html': '<p>One.</p><br><p>Two.</p><br><p>Three.</p><br><p>Four.</p>' })],
    to: [p('One.'), p('Two.'), p('Three.'), p('Four.|')],
  },
  {
    name: 'alignment is kept',
    do: [
      pasteRaw({
        'text/html': '<p style="text-align:center">For R.</p><p align="right">Nairobi</p><p>Once</p>',
      }),
    ],
    to: [{ ...p('For R.'), align: 'center' }, { ...p('Nairobi'), align: 'right' }, p('Once|')],
  },
  {
    name: 'italics of a class in a style sheet are kept',
    do: [
      pasteRaw({
        'text/html':
          '<style>.c1{font-style:italic;color:#000}span.c2 , p.c9{font-weight:700}</style><p>He <span class="c1 c7">left</span> <span class="c2">at once</span>.</p>',
      }),
    ],
    to: [p('He ', i('left'), ' ', b('at once'), '.|')],
  },
  {
    name: 'a list keeps its start at seven',
    do: [pasteRaw({ 'text/html': '<ol start="7"><li>seven</li><li>eight</li></ol>' })],
    to: [{ ...ol('seven', 'eight|'), start: 7 }],
  },
  {
    name: 'a continuation paragraph of a Word list item stays in the item, and the numbering continues',
    do: [
      pasteRaw({
        'text/html':
          '<p class=MsoListParagraphCxSpFirst style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1. </span>Wake</p>' +
          '<p class=MsoListParagraphCxSpMiddle style="margin-left:36pt">slowly</p>' +
          '<p class=MsoListParagraphCxSpLast style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2. </span>Walk</p>' +
          '<p class=MsoNormal>Then</p>' +
          '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">3. </span>Rest</p>',
      }),
    ],
    to: [ol('Wake\nslowly', 'Walk'), p('Then'), { ...ol('Rest|'), start: 3 }],
  },
  {
    name: 'superscript and subscript digits are kept',
    do: [
      pasteRaw({
        'text/html': '<p>lamp<sup>1</sup> H<sub>2</sub>O x<span style="vertical-align:super">12</span></p>',
      }),
    ],
    to: [p('lamp¹ H₂O x¹²|')],
  },
  {
    name: 'superscript letters become normal text, and the receipt says so',
    do: [pasteRaw({ 'text/html': '<p>the 4<sup>th</sup> lamp</p>' })],
    to: [p('the 4th lamp|')],
    also: (page) => expectReceipt(page, 'Pasted text. A raised or lowered text stands in the line now.'),
  },
  {
    name: 'two line breaks start a paragraph, one does not',
    do: [pasteRaw({ 'text/html': '<div>One<br>still one<br><br>two</div>' })],
    to: [p('One\nstill one'), p('two|')],
  },
  {
    name: 'numbers of Word headings are not part of their text',
    do: [
      pasteRaw({
        'text/html':
          '<h1 style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.&nbsp;</span>Dusk</h1><p>Rain.</p>',
      }),
    ],
    to: [h1('Dusk'), p('Rain.|')],
    also: (page) => expectReceipt(page, 'Pasted 1 heading. A heading number was left out.'),
  },
]

const expectReceipt = (page: Page, text: string) =>
  expect(page.locator('.paste-receipt').getByRole('status')).toHaveText(text)
