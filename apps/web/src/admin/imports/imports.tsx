import { Page } from '../screen/page.tsx'
import { Section } from '../screen/section.tsx'
import { ExportGuide } from './export-guide.tsx'
import { ImportList } from './import-list.tsx'
import { UploadField } from './upload-field.tsx'

/** Files of other products: to bring one in, and those that were brought in. */
export function Imports() {
  return (
    <Page
      title="Import"
      intro="Bring your stories along from WordPress, Ghost, Substack, Medium, a folder of Markdown, Word, an EPUB or another Nightdesk, with their pictures, authors, tags, dates and old addresses."
      onlyFor="admins"
    >
      <UploadField />
      <ExportGuide />
      <Section title="Imports">
        <ImportList />
      </Section>
    </Page>
  )
}
