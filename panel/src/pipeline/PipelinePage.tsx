// The pipeline as a whole: what waits for a person, what is in work, and the backlog by category.

import { Needs } from '../app/Needs.tsx'
import { Page } from '../ui/Page.tsx'
import { Backlog } from './Backlog.tsx'
import { InWork } from './InWork.tsx'

export function PipelinePage() {
  return (
    <Needs least="editor">
      <Page
        title="Pipeline"
        hint="Documents are drafted from notes and material, questioned, and published once someone approves."
      >
        <InWork />
        <Backlog />
      </Page>
    </Needs>
  )
}
