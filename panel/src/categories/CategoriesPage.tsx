// Comes next.

import { Page } from '../ui/Page.tsx'

export const CategoriesPage = () => <Page title="Categories">…</Page>
