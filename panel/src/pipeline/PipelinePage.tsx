// The pipeline: active jobs, and the backlog by category.

import { Needs } from '../session/Needs.tsx'
import { Page } from '../ui/Page.tsx'
import { Backlog } from './Backlog.tsx'
import { InProgress } from './InProgress.tsx'

export function PipelinePage() {
  return (
    <Needs least="editor">
      <Page
        title="Pipeline"
        hint="Drafts are generated from notes and source material, reviewed, and published once approved."
      >
        <InProgress />
        <Backlog />
      </Page>
    </Needs>
  )
}
