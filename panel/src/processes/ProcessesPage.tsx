// Comes next.

import { Page } from '../ui/Page.tsx'

export const ProcessesPage = () => <Page title="Processes">…</Page>
