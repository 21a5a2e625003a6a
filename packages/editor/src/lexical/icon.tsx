const LETTER_H = 'M2.5 4v10M8.5 4v10M2.5 9h6'

/** SVG paths on a grid of 18; `editor.css` sets their stroke. */
const LINES = {
  undo: 'M6.5 4 3 7.5 6.5 11M3 7.5h7.25a4.25 4.25 0 0 1 0 7H7.5',
  redo: 'M11.5 4 15 7.5 11.5 11M15 7.5H7.75a4.25 4.25 0 0 0 0 7h2.75',
  'heading-one': `${LETTER_H}M11.75 9.25 13.75 8v6`,
  'heading-two': `${LETTER_H}M11.5 9.25c.6-1.6 3.75-1.4 3.75.4 0 1.5-3.75 2.4-3.75 4.35h4`,
  'heading-three': `${LETTER_H}M11.5 8h3.75l-2.25 2.3c3.2 0 3 3.7.2 3.7-.9 0-1.6-.4-1.9-1.1`,
  'heading-four': `${LETTER_H}M14.5 14V8l-3.25 4.25h4.5`,
  'heading-five': `${LETTER_H}M15.25 8h-3.1l-.3 2.6c1.6-.9 3.75-.1 3.75 1.6 0 2.2-3.1 2.4-4 .8`,
  'heading-six': `${LETTER_H}M14.75 8c-1.9.6-3.25 2.2-3.25 4a2 2 0 1 0 2-1.9c-.9 0-1.7.5-2 1.2`,
  text: 'M3.5 5V3.5h11V5M9 3.5v11M7 14.5h4',
  grip: 'M6.75 4h.01M11.25 4h.01M6.75 9h.01M11.25 9h.01M6.75 14h.01M11.25 14h.01',
  more: 'M4 9h.01M9 9h.01M14 9h.01',
  down: 'm5.5 7.5 3.5 3.5 3.5-3.5',
  plus: 'M9 3.5v11M3.5 9h11',
  'scene-break':
    'M4 6.5v5M1.85 7.75l4.3 2.5M6.15 7.75l-4.3 2.5M9 6.5v5M6.85 7.75l4.3 2.5M11.15 7.75l-4.3 2.5M14 6.5v5M11.85 7.75l4.3 2.5M16.15 7.75l-4.3 2.5',
  quote: 'M7.5 5C5 5.6 3.5 7.4 3.5 10.2V13h4V9.4h-4M14.5 5c-2.5.6-4 2.4-4 5.2V13h4V9.4h-4',
  'bulleted-list': 'M7 4.5h8.5M7 9h8.5M7 13.5h8.5M3 4.5h.01M3 9h.01M3 13.5h.01',
  'numbered-list':
    'M8 4.5h7.5M8 9h7.5M8 13.5h7.5M2.5 3.5 4 2.75V7M2.5 11.75c.6-1 2.25-.75 2.25.4 0 1-2.25 1.6-2.25 3.1H5',
  'code-block': 'M2.5 3h13v12h-13zM7 6.5 4.75 9 7 11.5M11 6.5 13.25 9 11 11.5',
  code: 'M6 4.5 2 9l4 4.5M12 4.5 16 9l-4 4.5',
  'align-left': 'M2.5 4h13M2.5 7.33h8M2.5 10.67h13M2.5 14h8',
  'align-center': 'M2.5 4h13M5 7.33h8M2.5 10.67h13M5 14h8',
  'align-right': 'M2.5 4h13M7.5 7.33h8M2.5 10.67h13M7.5 14h8',
  justify: 'M2.5 4h13M2.5 7.33h13M2.5 10.67h13M2.5 14h13',
  outdent: 'M2.5 4h13M8.5 7.33h7M8.5 10.67h7M2.5 14h13M5.25 6.75 3 9l2.25 2.25',
  indent: 'M2.5 4h13M8.5 7.33h7M8.5 10.67h7M2.5 14h13M3 6.75 5.25 9 3 11.25',
  'move-up': 'M9 14.5v-11M4.5 8 9 3.5 13.5 8',
  'move-down': 'M9 3.5v11M4.5 10 9 14.5 13.5 10',
  remove: 'M3 5h12M6.75 5V3h4.5v2M4.5 5l.75 10h7.5l.75-10',
  find: 'M8 3a4.75 4.75 0 1 0 .01 0M11.5 11.25 15 14.75',
  link: 'M7.5 10.5a3 3 0 0 0 4.25 0l2.5-2.5A3 3 0 0 0 10 3.75l-1 1M10.5 7.5a3 3 0 0 0-4.25 0l-2.5 2.5A3 3 0 0 0 8 14.25l1-1',
  footnote: 'M2.5 6h6M2.5 10.5h9M2.5 15h9M12.5 4 14.5 2.5V8',
  image: 'M2.5 3h13v12h-13zM2.5 12.5 6.5 8.5l5 5M10 11.5l2-2 3.5 3.5M11.5 6.25h.01',
} as const

export type IconName = keyof typeof LINES

/** An icon without an accessible name: its button has one. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="editor-icon" viewBox="0 0 18 18" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  )
}
