// Comes next.

import { Page } from '../ui/Page.tsx'

export const HomePage = () => <Page title="Home">…</Page>
