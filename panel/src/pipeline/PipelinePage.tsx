// Comes next.

import { Page } from '../ui/Page.tsx'

export const PipelinePage = () => <Page title="Pipeline">…</Page>
