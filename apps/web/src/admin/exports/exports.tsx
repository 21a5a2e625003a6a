import { Page } from '../screen/page.tsx'
import { Section } from '../screen/section.tsx'
import { ExportList } from './export-list.tsx'
import { MakeExport } from './make-export.tsx'

/** Zip files of all stories: to make one, and those of the last days. */
export function Exports() {
  return (
    <Page
      title="Export"
      intro="Take everything along in one zip file: every story and draft as Markdown with its pictures, and lists of people, tags and redirects. Other programs read it, and so does an import into another Nightdesk."
      onlyFor="admins"
    >
      <MakeExport />
      <Section title="Exports">
        <ExportList />
      </Section>
    </Page>
  )
}
