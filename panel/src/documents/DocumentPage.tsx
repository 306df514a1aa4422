// Comes next.

import { Page } from '../ui/Page.tsx'

export const DocumentPage = () => <Page title="Document">…</Page>
