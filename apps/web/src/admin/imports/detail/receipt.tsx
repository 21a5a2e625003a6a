import type { ImportDetails } from '@nightdesk/contracts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { describeResult, describeUndo } from '../import-words.ts'
import { Sentences } from './sentences.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useImportActions } from './use-import.ts'

/** What an import has done, or what its undo has. */
export function Receipt({ shown }: { shown: ImportDetails }) {
  return shown.state === 'undone' ? <Undone shown={shown} /> : <Done shown={shown} />
}

function Done({ shown }: { shown: ImportDetails }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title="What came in">
      <div className="flex flex-col gap-5">
        <Sentences of={describeResult(shown)} />
        <div className="flex flex-wrap gap-2">
          <Link to={paths.admin.articles} className={buttonClass()}>
            Open the articles
          </Link>
          {shown.counts.done > 0 && (
            <Button variant="secondary" onClick={() => setAsking(true)}>
              Undo the import
            </Button>
          )}
        </div>
      </div>
      {isAsking && <UndoDialog shown={shown} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Undone({ shown }: { shown: ImportDetails }) {
  const { id } = shown
  const { remove } = useImportActions(id)
  return (
    <Card title="The import was undone">
      <div className="flex flex-col gap-5">
        <Sentences of={describeUndo(shown)} />
        <div>
          <Button variant="secondary" isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
            Remove from the list
          </Button>
        </div>
      </div>
    </Card>
  )
}
