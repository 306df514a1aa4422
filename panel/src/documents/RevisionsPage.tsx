// Comes next.

import { Page } from '../ui/Page.tsx'

export const RevisionsPage = () => <Page title="Revisions">…</Page>
