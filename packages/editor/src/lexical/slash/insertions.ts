import { $createParagraphNode, $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical'
import { $createSceneBreak } from '../blocks/scene-break-node.ts'
import { toggleBlock } from '../blocks/set-block.ts'
import type { IconName } from '../toolbar/icon.tsx'
import type { BlockKind } from '../toolbar/selection-state.ts'
import { CHOOSE_IMAGES_COMMAND } from '../uploads/image-uploads-extension.ts'

/** Something the slash menu offers. */
export interface Insertion {
  name: string
  icon: IconName
  /** What could be typed instead. */
  hint?: string
  /** Other words it is found by. */
  keywords?: string
  $run(editor: LexicalEditor): void
}

export interface InsertionGroup {
  name: string
  insertions: Insertion[]
}

const GROUPS: readonly InsertionGroup[] = [
  {
    name: 'Basic',
    insertions: [
      block('Text', 'text', 'paragraph', undefined, 'paragraph plain'),
      block('Heading 1', 'heading-one', 'heading-one', '#', 'title h1'),
      block('Heading 2', 'heading-two', 'heading-two', '##', 'section h2'),
      block('Heading 3', 'heading-three', 'heading-three', '###', 'h3'),
      block('Heading 4', 'heading-four', 'heading-four', '####', 'h4'),
      block('Heading 5', 'heading-five', 'heading-five', '#####', 'h5'),
      block('Heading 6', 'heading-six', 'heading-six', '######', 'h6'),
      block('Quote', 'quote', 'block-quote', '>', 'citation'),
      block('Bulleted list', 'bulleted-list', 'bulleted-list', '-', 'unordered points ul'),
      block('Numbered list', 'numbered-list', 'numbered-list', '1.', 'ordered ol'),
      {
        name: 'Scene break',
        icon: 'scene-break',
        hint: '***',
        keywords: 'divider line stars rule',
        $run: $insertSceneBreak,
      },
    ],
  },
  {
    name: 'Media',
    insertions: [
      {
        name: 'Image',
        icon: 'image',
        keywords: 'picture photo upload',
        $run: (editor) => editor.dispatchCommand(CHOOSE_IMAGES_COMMAND, undefined),
      },
    ],
  },
  {
    name: 'Code',
    insertions: [block('Code block', 'code-block', 'code-block', '```', 'program snippet pre')],
  },
]

/** What is offered for a query: every word of it begins a word of the name or a keyword. */
export function findInsertions(query: string): InsertionGroup[] {
  const words = query.toLowerCase().split(' ')
  const isFound = ({ name, keywords = '' }: Insertion) => {
    const known = `${name} ${keywords}`.toLowerCase().split(' ')
    return words.every((word) => known.some((other) => other.startsWith(word)))
  }
  const groups = GROUPS.map(({ name, insertions }) => ({ name, insertions: insertions.filter(isFound) }))
  return groups.filter(({ insertions }) => insertions.length > 0)
}

function block(name: string, icon: IconName, kind: BlockKind, hint?: string, keywords?: string): Insertion {
  return {
    name,
    icon,
    ...(hint && { hint }),
    ...(keywords && { keywords }),
    $run: (editor) => toggleBlock(editor, kind, 'paragraph'),
  }
}

function $insertSceneBreak(): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const here = selection.anchor.getNode().getTopLevelElementOrThrow()
  const sceneBreak = $createSceneBreak()
  const next = $createParagraphNode()
  if (here.getTextContentSize() === 0) here.replace(sceneBreak)
  else here.insertAfter(sceneBreak)
  sceneBreak.insertAfter(next)
  next.select()
}
