// Comes next.

import { Page } from '../ui/Page.tsx'

export const SettingsPage = () => <Page title="Settings">…</Page>
