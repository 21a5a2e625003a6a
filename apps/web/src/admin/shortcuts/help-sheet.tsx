import { Panel } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useScreens } from '../screens.ts'
import { paletteKeys, printKeys, replaceKeys, showKeys } from './show-keys.tsx'
import { useSwitch } from './switches.tsx'

interface Line {
  label: string
  keys: string
}

const anywhere: Line[] = [
  { label: 'New article', keys: 'c' },
  { label: 'Search', keys: '/' },
  { label: 'This help', keys: '?' },
]
const onScreens: Line[] = [
  { label: 'Edit the article that is shown', keys: 'e' },
  { label: 'Next row of a table', keys: 'j' },
  { label: 'Previous row of a table', keys: 'k' },
  { label: 'Figures of today, week, month, all', keys: 't w m a' },
  { label: 'Compare with the period before', keys: 'x' },
  { label: 'Next change of a comparison', keys: 'n' },
  { label: 'Previous change of a comparison', keys: 'p' },
]
const inAComparison: Line[] = [
  { label: 'Next change', keys: 'F7' },
  { label: 'Previous change', keys: printKeys('Shift F7') },
]
const onTheTimeLine: Line[] = [
  { label: 'Older, newer version', keys: '← →' },
  { label: 'Back to now', keys: 'Esc' },
]

const inArticles: Line[] = [
  { label: 'Select the row', keys: 'x' },
  { label: 'Select the next or previous row too', keys: printKeys('Shift ↑ ↓') },
]

const inTheEditor: Line[] = [
  { label: 'Save', keys: printKeys('Mod S') },
  { label: 'Publish…, and Publish now', keys: printKeys('Mod Enter') },
  { label: 'Insert a block', keys: '/' },
  { label: 'Link', keys: printKeys('Mod K') },
  { label: 'Bold', keys: printKeys('Mod B') },
  { label: 'Italic', keys: printKeys('Mod I') },
  { label: 'Underline', keys: printKeys('Mod U') },
  { label: 'Strikethrough', keys: printKeys('Mod Shift X') },
  { label: 'Footnote, and back to the text', keys: printKeys('Mod Alt F') },
  { label: 'Strikethrough, as in Docs', keys: printKeys('Alt Shift 5') },
  { label: 'Code', keys: printKeys('Mod E') },
  { label: 'Without bold, italic and the like', keys: printKeys('Mod \\') },
  { label: 'Paragraph, heading 1 to 6', keys: printKeys('Mod Alt 0 1…6') },
  { label: 'Numbered, bulleted list', keys: printKeys('Mod Shift 7 8') },
  { label: 'Undo', keys: printKeys('Mod Z') },
  { label: 'Redo', keys: printKeys('Mod Shift Z') },
  { label: 'Break the line', keys: printKeys('Shift Enter') },
  { label: 'Move the block up or down', keys: printKeys('Alt ↑ ↓') },
  { label: 'Menu of the block', keys: printKeys('Alt Enter') },
  { label: 'List level in or out', keys: printKeys('Mod ] [') },
  { label: 'Find', keys: printKeys('Mod F') },
  { label: 'Find and replace', keys: replaceKeys },
  { label: 'Next, previous match', keys: printKeys('F3 Shift F3') },
  { label: 'Focus Mode', keys: printKeys('Mod .') },
  { label: 'Out of Focus Mode, or of the find bar', keys: 'Esc' },
  { label: 'Out of the text', keys: 'Esc Tab' },
]

export function HelpSheet({ onClose }: { onClose(): void }) {
  const screens = useScreens()
  const { isOn: areOn } = useSwitch('shortcuts')
  return (
    <Panel open title="Keyboard shortcuts" placement="wide" onClose={onClose}>
      <section
        aria-label="Keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
        tabIndex={0}
        className="grid gap-x-8 gap-y-4 overflow-y-auto px-5 pb-5 sm:grid-cols-2"
      >
        <div className="flex flex-col gap-4">
          <Group
            title="Anywhere"
            lines={[{ label: 'Search or jump to…', keys: paletteKeys }, ...(areOn ? anywhere : [])]}
          />
          {areOn && <Group title="On a screen" lines={onScreens} />}
          <Group title="In the list of articles" lines={areOn ? inArticles : inArticles.slice(1)} />
          {areOn && <Group title="Go to" lines={screens} />}
        </div>
        <div className="flex flex-col gap-4">
          <Group title="In the editor" lines={inTheEditor} />
          <Group title="In a comparison" lines={inAComparison} />
          <Group title="On the time line of versions" lines={onTheTimeLine} />
        </div>
        {!areOn && <p className="text-muted">Single keys are turned off. Your profile turns them on.</p>}
      </section>
    </Panel>
  )
}

function Group({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <section>
      <h3 className="pb-1 text-xs font-medium text-muted">{title}</h3>
      <dl className="divide-y divide-line">
        {lines.map(({ label, keys }) => (
          <div key={keys} className="flex min-h-8 items-center justify-between gap-4 py-0.5">
            <dt>{label}</dt>
            <dd>
              <Kbd>{showKeys(keys)}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
