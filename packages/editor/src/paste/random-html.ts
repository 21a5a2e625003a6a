import fc from 'fast-check'

const TAGS = [
  ...['p', 'div', 'span', 'b', 'strong', 'em', 'i', 'u', 's', 'del', 'code', 'a', 'font', 'h1', 'h3', 'h6'],
  ...[
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'table',
    'tr',
    'td',
    'th',
    'dl',
    'dt',
    'dd',
    'section',
    'figure',
    'figcaption',
  ],
  ...[
    'script',
    'style',
    'template',
    'svg',
    'math',
    'o:p',
    'unknown-tag',
    'select',
    'option',
    'noscript',
    'body',
  ],
]
const ATTRIBUTES = [
  ...[
    '',
    '',
    '',
    ' hidden',
    ' href="/a"',
    ' href="javascript:alert(1)"',
    ' onclick="alert(1)"',
    ' class="x y"',
  ],
  ...[
    ' style="font-weight:700"',
    ' style="display:none"',
    ' style="mso-list:l0 level2 lfo1"',
    ' aria-level="3"',
  ],
  ...[
    ' style="white-space:pre-wrap"',
    ' style="font-weight:normal;text-decoration:underline"',
    ' role="heading"',
  ],
]
const VOID = [
  ...[
    '<br>',
    '<hr>',
    '<img src="/a.png" alt="a picture">',
    '<img src="data:image/png;base64,AA==">',
    '<img>',
  ],
  ...[
    '<!-- a comment -->',
    '<![if !supportLists]>',
    '<input value="x">',
    '<wbr>',
    '<img src=x onerror=alert(1)>',
  ],
]

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '🌙', ' ', ' ', '\n', '\t', '&nbsp;', '&lt;', '&amp;', '&#0;', '—'),
  maxLength: 8,
})

/** Arbitrary HTML: any tag within any other, closed or not. */
export const randomHtml = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc.constantFrom(...VOID),
    fc
      .tuple(
        fc.constantFrom(...TAGS),
        fc.constantFrom(...ATTRIBUTES),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.boolean(),
      )
      .map(
        ([tag, attribute, inside, isClosed]) =>
          `<${tag}${attribute}>${inside.join('')}${isClosed ? `</${tag}>` : ''}`,
      ),
  ),
})).node
