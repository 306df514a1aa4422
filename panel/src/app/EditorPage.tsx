// A document's page with the tree of the site beside it: documents know nothing of the tree, which knows them.

import { DocumentPage } from '../documents/DocumentPage.tsx'
import { lazily } from '../ui/lazily.tsx'

const SiteTree = lazily(() => import('../tree/SiteTree.tsx'), 'SiteTree')

export const EditorPage = () => <DocumentPage Tree={SiteTree} />
