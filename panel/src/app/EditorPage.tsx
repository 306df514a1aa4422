// A document's editor with the site's tree beside it. Separate, because the tree imports documents.

import { DocumentPage } from '../documents/DocumentPage.tsx'
import { lazily } from '../ui/lazily.tsx'

const SiteTree = lazily(() => import('../tree/SiteTree.tsx'), 'SiteTree')

export const EditorPage = () => <DocumentPage Tree={SiteTree} />
