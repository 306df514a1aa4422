// The editor page: title, summary and blocks in the middle, cards at the side.

import { Box, Button, Group, Loader, Text, Textarea } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { fieldErrors } from '../../api/errors.ts'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { EditorGuard } from '../../blocks/EditorGuard.tsx'
import { counted } from '../../counted.ts'
import { useTitle } from '../../ui/brand.ts'
import { lazily } from '../../ui/lazily.tsx'
import { usePublishing } from '../publishing/usePublishing.ts'
import type { EditedDocument } from '../saving/edited.ts'
import { useDocumentEdit } from '../saving/useDocumentEdit.ts'
import { DocumentSide } from './DocumentSide.tsx'
import { EditorBar } from './EditorBar.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import classes from './editor.module.css'
import { usePausedText, wordsIn } from './textFacts.ts'
import { type EditorTools, type TreeBeside, useEditorTools } from './useEditorTools.ts'

const DocumentConflict = lazily(() => import('../saving/DocumentConflict.tsx'), 'DocumentConflict')
const MarkdownView = lazily(() => import('./MarkdownView.tsx'), 'MarkdownView')
const Outline = lazily(() => import('./Outline.tsx'), 'Outline')
const MergeDialog = lazily(() => import('../publishing/MergeDialog.tsx'), 'MergeDialog')
// Plain React.lazy, because EditorGuard shows the text if the editor can't be loaded.
const BlockEditor = lazy(() =>
  import('../../blocks/BlockEditor.tsx').then((module) => ({ default: module.BlockEditor })),
)

type Props = { Tree: TreeBeside; document: EditedDocument; isGone: boolean; isNew: boolean }

export function DocumentEditor({ Tree, document, isGone, isNew }: Props) {
  const editor = useRef<EditorHandle>(null)
  const edit = useDocumentEdit({ document, isGone, editor })
  const publishing = usePublishing({ document, edit })
  const tools = useEditorTools()
  const text = usePausedText(edit)
  const change = (blocks: Block[]) => {
    edit.setBlocks(blocks)
    text.later()
  }
  const switchView = async () => {
    if ((await editor.current?.settled()) !== false) tools.showMarkdown(!tools.isMarkdown)
  }
  const title = edit.fields.title || 'Untitled'
  useTitle(`${edit.isUnsent ? '• ' : ''}${title}`)
  const errors = fieldErrors(edit.error)
  return (
    <Box className={classes.page}>
      <h1 className="visually-hidden">{title}</h1>
      <EditorBar
        {...{ document, publishing, isGone }}
        edit={{ ...edit, isSaving: edit.isSaving || tools.isReading }}
        onMarkdown={(text) => editor.current?.insertMarkdown(text)}
      />
      <EditorNotices {...{ document, edit, publishing, isGone }} />
      <ToolRow tools={tools} blocks={text.paused} onMarkdown={switchView} onFind={() => editor.current?.find()} />
      <div className={classes.columns} data-tree={tools.hasTree || undefined}>
        {tools.hasTree && <Tree document={document} onClose={() => tools.showTree(false)} />}
        <Box component="article" className={classes.sheet}>
          <Textarea
            variant="unstyled"
            autosize
            minRows={1}
            maxLength={300}
            placeholder="Title"
            aria-label="Title"
            classNames={{ input: classes.title }}
            value={edit.fields.title}
            error={errors.title}
            onChange={(event) => edit.set({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
          />
          <Textarea
            variant="unstyled"
            autosize
            minRows={1}
            maxLength={1000}
            placeholder="One or two sentences, shown in lists and search results"
            aria-label="Summary"
            classNames={{ input: classes.summary }}
            value={edit.fields.summary ?? ''}
            error={errors.summary}
            onChange={(event) => edit.set({ summary: event.currentTarget.value || null })}
          />
          {tools.isMarkdown ? (
            <MarkdownView
              ref={editor}
              blocks={edit.blocks.current}
              onChange={change}
              onReading={tools.setReading}
              onSave={() => void edit.trySave()}
            />
          ) : (
            <EditorGuard blocks={edit.blocks.current}>
              <Suspense fallback={<Loader type="dots" m="xl" aria-label="Loading the editor" />}>
                <BlockEditor
                  ref={editor}
                  blocks={edit.blocks.current}
                  onChange={change}
                  label="Document content"
                  autoFocus={isNew}
                />
              </Suspense>
            </EditorGuard>
          )}
        </Box>
        <DocumentSide document={document} edit={edit} errors={errors}>
          {tools.hasOutline && !tools.isMarkdown && <Outline blocks={text.paused} />}
        </DocumentSide>
      </div>
      {publishing.isComparing && !edit.isDirty && (
        <MergeDialog {...{ document, edit, publishing }} onClose={() => publishing.compare(false)} />
      )}
      {edit.clash?.isAsked && (
        <DocumentConflict
          document={document}
          clash={edit.clash}
          onChoose={edit.choose}
          onClose={() => edit.ask(false)}
        />
      )}
    </Box>
  )
}

/** The toolbar above a document, with its word count. */
type ToolRowProps = { tools: EditorTools; blocks: Block[]; onMarkdown: () => void; onFind: () => void }

function ToolRow({ tools, blocks, onMarkdown, onFind }: ToolRowProps) {
  const words = useMemo(() => wordsIn(blocks), [blocks])
  return (
    <Group gap={4} className={classes.tools} role="group" aria-label="Tools">
      <Tool label="Site" on={tools.hasTree} onClick={() => tools.showTree(!tools.hasTree)} />
      <Tool label="Outline" on={tools.hasOutline} onClick={() => tools.showOutline(!tools.hasOutline)} />
      <Tool label="Markdown" on={tools.isMarkdown} onClick={onMarkdown} />
      {!tools.isMarkdown && <Tool label="Find" onClick={onFind} />}
      <Text fz="xs" c="dimmed" ml="auto" className="tabular">
        {counted(words.toLocaleString('en'), 'word')}
      </Text>
    </Group>
  )
}

type ToolProps = { label: string; on?: boolean; onClick: () => void }

const Tool = ({ label, on, onClick }: ToolProps) => (
  <Button
    size="compact-sm"
    variant={on ? 'light' : 'subtle'}
    {...(!on && { color: 'gray' })}
    aria-pressed={on}
    onClick={onClick}
  >
    {label}
  </Button>
)
