// Comes next.

import { Page } from '../ui/Page.tsx'

export const JobPage = () => <Page title="Job">…</Page>
